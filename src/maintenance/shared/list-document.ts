import { slotOfKey, slotsPrefix } from '../../log/object-keys.js';
import type { ObjectStore } from '../../ports/object-store.js';
import type { LoggedDocument } from './scan-log.js';
import type { Slot } from '../../domain/version.js';
import type { VersionLog } from '../../log/version-log.js';

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

/** A document deleted while it is read loses its versions, but has its tombstone by then. */
const LOOKS = 3;

type WantedSlot = { id: string; highest: number };

/** The highest slot listed; lists again if it vanished. Undefined: nothing left. Raises `UnreadableObjectError`. */
export async function readHighestSlot(
  { log, store }: { log: VersionLog; store: ObjectStore },
  wanted: WantedSlot,
): Promise<Slot | undefined> {
  let { highest } = wanted;
  for (let look = 1; highest > 0; look++) {
    const slot = await log.read(wanted.id, highest);
    if (slot) return slot;
    if (look === LOOKS) return undefined;
    highest = await findHighest(store, wanted.id);
  }
  return undefined;
}

/** 0: the log has nothing of the document. */
export async function findHighest(store: ObjectStore, id: string): Promise<number> {
  let highest = 0;
  for await (const key of store.list(slotsPrefix(id))) highest = slotOfKey(key)?.version ?? highest;
  return highest;
}
