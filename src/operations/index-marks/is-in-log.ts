import { UnreadableObjectError } from '../../log/json-objects.js';
import type { IndexMark } from '../../log/index-mark-records.js';
import { slotOfKey, slotsPrefix } from '../../log/object-keys.js';
import type { VersionLog } from '../../log/version-log.js';
import type { ObjectStore } from '../../ports/object-store.js';

/**
 * Whether the log still has the write of a mark, so that a rebuild would bring the head to it or beyond. It has not
 * after gc, nor where another document has taken the identifier since, nor in a copy that lacks the write. A deleted
 * document may have its tombstone alone. What a rebuild leaves out is not there either: a document without version 1,
 * and one whose newest object cannot be read.
 */
export async function isInLog(log: VersionLog, store: ObjectStore, mark: IndexMark): Promise<boolean> {
  const { id, version, writeId } = mark;
  const slots: number[] = [];
  for await (const key of store.list(slotsPrefix(id))) slots.push(slotOfKey(key)?.version ?? 0);
  const highest = slots.at(-1) ?? 0;
  if (highest < version) return false;
  try {
    const last = await log.read(id, highest);
    if (!last || (!last.deleted && !slots.includes(1))) return false;
    const slot = version === highest ? last : await log.read(id, version);
    return slot ? slot.writeId === writeId : last.deleted;
  } catch (error) {
    if (error instanceof UnreadableObjectError) return false;
    throw error;
  }
}
