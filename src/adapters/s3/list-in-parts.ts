export type Page = { keys: readonly string[]; isLast: boolean };
export type Pages = AsyncGenerator<Page, void, void>;

/** What a name of this service can begin with, in order. */
const CHARACTERS = '-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const AHEAD = 4;

/**
 * The keys of a folder whose names are random, in order. What its first page does not hold comes in parts, the names of
 * one first character each; while one is gone through, the first page of the next ones is asked for. Servers that keep
 * objects in files look through a whole part for each page (measured with S3Proxy: 50,000 documents in 7 s instead of
 * 180), and others answer several requests in the time of one.
 */
export async function* listInParts(
  prefix: string, after: string | undefined, pagesOf: (prefix: string, after: string | undefined) => Pages,
): Pages {
  const first = await pagesOf(prefix, after).next();
  if (first.done) return;
  yield first.value;
  if (first.value.isLast) return;
  const last = first.value.keys.at(-1) ?? after ?? '';
  const parts = Array.from(CHARACTERS, (character) => prefix + character);
  const ahead: Begun[] = [];
  for (const part of parts.filter((each) => each >= last.slice(0, each.length))) {
    ahead.push(begin(pagesOf(part, last)));
    if (ahead.length > AHEAD) yield* allOf(ahead.shift() as Begun);
  }
  for (const begun of ahead) yield* allOf(begun);
}

type Begun = { first: Promise<IteratorResult<Page, void>>; rest: Pages };

function begin(pages: Pages): Begun {
  const first = pages.next();
  // Whoever leaves early never comes to it.
  first.catch(() => undefined);
  return { first, rest: pages };
}

async function* allOf({ first, rest }: Begun): Pages {
  const step = await first;
  if (step.done) return;
  yield step.value;
  yield* rest;
}
