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

/** On a busy machine the service is asked again, which it says with 503. */
async function pageAt(address: URL): Promise<string> {
  let answer = await fetch(address);
  for (let tries = 1; answer.status === 503 && tries < MOST_TRIES; tries++) answer = await fetch(address);
  if (answer.status !== 200) throw new Error(`${address.href} is answered with ${answer.status}`);
  return answer.text();
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
