import type { ObjectStore } from '../../ports/object-store.js';
import { identified, mergeById } from './merge-by-id.js';
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

/** Merges two ordered listings. */
export async function* mergeListings(
  source: AsyncIterable<string>,
  target: AsyncIterable<string>,
): AsyncGenerator<Listed> {
  for await (const { id, left, right } of mergeById(identified(source), identified(target))) {
    yield { key: id, at: left && right ? 'both' : left ? 'source' : 'target' };
  }
}
