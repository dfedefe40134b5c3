import type { ObjectStore } from '../../ports/object-store.js';
import { KIND_PREFIXES, kindOfKey, type LogKind } from './sync-kinds.js';

export type Listed = { key: string; at: 'source' | 'target' | 'both' };

/** The keys of one kind, in order. `onForeign` receives any other key among them. */
export async function* keysOfKind(
  store: ObjectStore,
  kind: LogKind,
  onForeign?: (key: string) => void,
): AsyncGenerator<string> {
  for await (const key of store.list(KIND_PREFIXES[kind], { isSpread: kind === 'documents' || kind === 'folders' })) {
    if (kindOfKey(key) === kind) yield key;
    else onForeign?.(key);
  }
}

/** Sorts after every key that begins with the same prefix. */
const LAST = '~';

/** All keys outside the log, in order, without listing the log. */
export async function* keysElsewhere(store: ObjectStore): AsyncGenerator<string> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const listing: AsyncIterable<string> = store.list('', { after });
    after = undefined;
    for await (const key of listing) {
      const prefix = Object.values(KIND_PREFIXES).find((each) => key.startsWith(each));
      if (prefix === undefined) {
        yield key;
      } else {
        after = prefix + LAST;
        break;
      }
    }
  }
}

/** Merges two ordered listings. Holds no more than a few pages of each. */
export async function* mergeListings(
  source: AsyncIterable<string>,
  target: AsyncIterable<string>,
): AsyncGenerator<Listed> {
  const sides = { source: source[Symbol.asyncIterator](), target: target[Symbol.asyncIterator]() };
  try {
    let [atSource, atTarget] = await Promise.all([nextOf(sides.source), nextOf(sides.target)]);
    while (atSource !== undefined || atTarget !== undefined) {
      if (atSource === atTarget) {
        yield { key: atSource as string, at: 'both' };
        [atSource, atTarget] = await Promise.all([nextOf(sides.source), nextOf(sides.target)]);
      } else if (atTarget === undefined || (atSource !== undefined && atSource < atTarget)) {
        yield { key: atSource as string, at: 'source' };
        atSource = await nextOf(sides.source);
      } else {
        yield { key: atTarget, at: 'target' };
        atTarget = await nextOf(sides.target);
      }
    }
  } finally {
    await Promise.all([sides.source.return?.(), sides.target.return?.()]);
  }
}

async function nextOf(keys: AsyncIterator<string>): Promise<string | undefined> {
  const next = await keys.next();
  return next.done === true ? undefined : next.value;
}
