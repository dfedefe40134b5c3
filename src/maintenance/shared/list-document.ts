import type { LoggedDocument } from './scan-log.js';
import type { Slot } from '../../domain/version.js';
import type { VersionLog } from '../../log/version-log.js';

/** Undefined: the log has nothing of the document. */
export async function listDocument(log: VersionLog, id: string): Promise<LoggedDocument | undefined> {
  let document: LoggedDocument | undefined;
  for await (const version of log.slots(id)) {
    document ??= { id, lowest: version, highest: version, slots: 0 };
    document.highest = version;
    document.slots++;
  }
  return document;
}

/** A document deleted while it is read loses its versions, but has its tombstone by then. */
const LOOKS = 3;

type WantedSlot = { id: string; highest: number };

/** The highest slot listed; lists again if it vanished. Undefined: nothing left. Raises `UnreadableObjectError`. */
export async function readHighestSlot(log: VersionLog, wanted: WantedSlot): Promise<Slot | undefined> {
  let { highest } = wanted;
  for (let look = 1; highest > 0; look++) {
    const slot = await log.read(wanted.id, highest);
    if (slot) return slot;
    if (look === LOOKS) return undefined;
    highest = await findHighest(log, wanted.id);
  }
  return undefined;
}

/** 0: the log has nothing of the document. */
export async function findHighest(log: VersionLog, id: string): Promise<number> {
  let highest = 0;
  for await (const version of log.slots(id)) highest = version;
  return highest;
}
