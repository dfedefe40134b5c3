import { Parser } from 'htmlparser2';

/** A part of a page. `links`, `images`: whole addresses of the service in the text. */
export type ShownPart = { links: URL[]; images: URL[]; ids: ReadonlySet<string>; next: URL | undefined };

const MOST_TRIES = 10;

/** All parts of the page at an address. */
export async function shownAt(address: string): Promise<ShownPart[]> {
  const parts: ShownPart[] = [];
  for (let next: URL | undefined = new URL(address); next; next = parts.at(-1)?.next) {
    parts.push(shownPart(await pageAt(next), next));
  }
  return parts;
}

/** Where a link leads: one to a place in another document is redirected. */
export async function ledTo(address: URL): Promise<URL> {
  if (!address.searchParams.has('at')) return address;
  return new URL((await answerAt(address, 302)).headers.get('Location') ?? '', address);
}

async function pageAt(address: URL): Promise<string> {
  return (await answerAt(address, 200)).text();
}

/** On a busy machine the service is asked again, which it says with 503. */
async function answerAt(address: URL, status: number): Promise<Response> {
  const ask = () => fetch(address, { redirect: 'manual' });
  let answer = await ask();
  for (let tries = 1; answer.status === 503 && tries < MOST_TRIES; tries++) answer = await ask();
  if (answer.status !== status) throw new Error(`${address.href} is answered with ${answer.status}`);
  return answer;
}

function shownPart(html: string, address: URL): ShownPart {
  const part = { links: [] as URL[], images: [] as URL[], ids: new Set<string>(), next: undefined as URL | undefined };
  const open: string[] = [];
  const reader = new Parser({
    onopentag: (name, { href, src, id, rel }) => {
      open.push(name);
      if (id !== undefined) part.ids.add(id);
      const isText = open.includes('article') && !open.includes('nav');
      const to = href === undefined ? undefined : new URL(href, address);
      if (name === 'a' && rel === 'next') part.next = to;
      if (name === 'a' && isText && to?.host === address.host) part.links.push(to);
      const shown = src === undefined ? undefined : new URL(src, address);
      if (name === 'img' && shown?.host === address.host) part.images.push(shown);
    },
    onclosetag: () => void open.pop(),
  });
  reader.end(html);
  return part;
}
