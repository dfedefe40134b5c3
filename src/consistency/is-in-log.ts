import { UnreadableObjectError } from '../log/json-objects.js';
import type { IndexMark } from '../log/index-mark-records.js';
import { slotOfKey, slotsPrefix } from '../log/object-keys.js';
import type { VersionLog } from '../log/version-log.js';
import type { ObjectStore } from '../ports/object-store.js';

/** Whether the log still has the write of a mark, so that a rebuild would bring the head to it or beyond. */
export async function isInLog(log: VersionLog, store: ObjectStore, mark: IndexMark): Promise<boolean> {
  const { id, version, writeId } = mark;
  const slots: number[] = [];
  for await (const key of store.list(slotsPrefix(id))) slots.push(slotOfKey(key)?.version ?? 0);
  const highest = slots.at(-1) ?? 0;
  if (highest < version) return false;
  try {
    const last = await log.read(id, highest);
    // A rebuild leaves out documents without version 1, and those whose newest object cannot be read.
    if (!last || (!last.deleted && !slots.includes(1))) return false;
    // Another document may have taken the identifier. A deleted document may have its tombstone alone.
    const slot = version === highest ? last : await log.read(id, version);
    return slot ? slot.writeId === writeId : last.deleted;
  } catch (error) {
    if (error instanceof UnreadableObjectError) return false;
    throw error;
  }
}
