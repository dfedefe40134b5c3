import type { ObjectStore } from '../../ports/object-store.js';
import { identified, mergeById } from './merge-by-id.js';
import { KIND_PREFIXES, kindOfKey, MANY, OF_THE_PLACE, type LogKind } from './sync-kinds.js';

export type Listed = { key: string; at: 'source' | 'target' | 'both' };

/** The keys of one kind, in order. `onForeign` receives any other key among them. */
export async function* keysOfKind(
  store: ObjectStore,
  kind: LogKind,
  onForeign?: (key: string) => void,
): AsyncGenerator<string> {
  for await (const key of store.list(KIND_PREFIXES[kind], { isSpread: MANY.has(kind) })) {
    if (kindOfKey(key) === kind) yield key;
    else onForeign?.(key);
  }
}

const OF_THE_LOG_AND_PLACE = [...Object.values(KIND_PREFIXES), ...OF_THE_PLACE];

/** All keys that are neither of the log nor of the place, in order. Skips those without listing them. */
export async function* keysElsewhere(store: ObjectStore, last = ''): AsyncGenerator<string> {
  for (let after: string | undefined = last; after !== undefined;) {
    const listing: AsyncIterable<string> = store.list('', { after });
    after = undefined;
    for await (const key of listing) {
      const prefix = OF_THE_LOG_AND_PLACE.find((each) => key.startsWith(each));
      // No key of a prefix has a character above `~`.
      after = prefix && `${prefix}~`;
      if (after !== undefined) break;
      yield key;
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
