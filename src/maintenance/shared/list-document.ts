import { slotOfKey, slotsPrefix } from '../../log/object-keys.js';
import type { ObjectStore } from '../../ports/object-store.js';
import type { LoggedDocument } from './scan-log.js';

/** Undefined: the log has nothing of the document. */
export async function listDocument(store: ObjectStore, id: string): Promise<LoggedDocument | undefined> {
  let document: LoggedDocument | undefined;
  for await (const version of slotsOf(store, id)) {
    document ??= { id, lowest: version, highest: version, slots: 0 };
    document.highest = version;
    document.slots++;
  }
  return document;
}

export async function* slotsOf(store: ObjectStore, id: string): AsyncGenerator<number> {
  for await (const key of store.list(slotsPrefix(id))) {
    const version = slotOfKey(key)?.version;
    if (version !== undefined) yield version;
  }
}
