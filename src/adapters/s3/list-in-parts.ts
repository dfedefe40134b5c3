export type KeyPage = { keys: readonly string[]; isLast: boolean };
export type KeyPages = AsyncGenerator<KeyPage, void, void>;

/** Parts whose first page is requested in advance. */
const AHEAD = 4;

/** Keys of a folder whose names are random, in order: a first page, then parts by the first character of names. */
export async function* listInParts(
  prefix: string,
  after: string | undefined,
  pagesOf: (prefix: string, after: string | undefined) => KeyPages,
): KeyPages {
  const first = await pagesOf(prefix, after).next();
  if (first.done) return;
  yield first.value;
  if (first.value.isLast) return;
  const last = first.value.keys.at(-1) ?? after ?? '';
  // S3Proxy walks the whole listing for each page: in parts, 50,000 documents take 7 s instead of 180 s.
  const parts = Array.from(NAME_CHARACTERS, (character) => prefix + character);
  const ahead: Begun[] = [];
  for (const part of parts.filter((each) => each >= last.slice(0, each.length))) {
    // Some servers (SeaweedFS, old ones of MinIO) list nothing where a list begins before its prefix.
    ahead.push(begin(pagesOf(part, last.startsWith(part) ? last : undefined)));
    if (ahead.length > AHEAD) yield* allOf(ahead.shift() as Begun);
  }
  for (const begun of ahead) yield* allOf(begun);
}

type Begun = { first: Promise<IteratorResult<KeyPage, void>>; rest: KeyPages };

function begin(pages: KeyPages): Begun {
  const first = pages.next();
  // A caller that stops early never awaits it.
  first.catch(() => undefined);
  return { first, rest: pages };
}

async function* allOf({ first, rest }: Begun): KeyPages {
  const step = await first;
  if (step.done) return;
  yield step.value;
  yield* rest;
}

/** Characters of a name between slashes, in byte order. */
const NAME_CHARACTERS = '-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const KEY = /^[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/;
const DOT_SEGMENT = /(?:^|\/)\.{1,2}(?:\/|$)/;
/** S3Proxy writes `key-<uuid>` before it renames it to `key`, and lists it meanwhile. */
const S3PROXY_TEMPORARY = /[^/]-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** True for keys that this service can have written. Other objects may lie below the prefix. */
export function isOwnKey(key: string): boolean {
  return KEY.test(key) && !DOT_SEGMENT.test(key) && !S3PROXY_TEMPORARY.test(key);
}
