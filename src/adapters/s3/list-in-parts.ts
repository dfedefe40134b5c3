import { NAME_CHARACTERS } from './s3-keys.js';

export type Page = { keys: readonly string[]; isLast: boolean };
export type Pages = AsyncGenerator<Page, void, void>;

/** Parts. */
const AHEAD = 4;

/**
 * The keys of a folder whose names are random, in order. What its first page does not hold comes in parts, the names of
 * one first character each; while one is gone through, the first page of the next ones is asked for. S3Proxy looks
 * through all that a listing could give for each page of it: so it takes 7 s for 50,000 documents instead of 180.
 */
export async function* listInParts(
  prefix: string, after: string | undefined, pagesOf: (prefix: string, after: string | undefined) => Pages,
): Pages {
  const first = await pagesOf(prefix, after).next();
  if (first.done) return;
  yield first.value;
  if (first.value.isLast) return;
  const last = first.value.keys.at(-1) ?? after ?? '';
  const parts = Array.from(NAME_CHARACTERS, (character) => prefix + character);
  const ahead: Begun[] = [];
  for (const part of parts.filter((each) => each >= last.slice(0, each.length))) {
    // Where a list begins before its prefix, some servers (SeaweedFS, old ones of MinIO) answer with nothing.
    ahead.push(begin(pagesOf(part, last.startsWith(part) ? last : undefined)));
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
