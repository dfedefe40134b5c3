import type { ObjectStore } from '../ports/object-store.js';
import { readObject, UnreadableObjectError } from '../log/json-objects.js';
import { isReadable } from './is-readable.js';
import { isTombstone, settleDifference, type Pair } from './sync-differences.js';
import type { LogKind } from './sync-kinds.js';
import type { Step, Task } from './sync-plan.js';
import type { CopyTally } from './sync-tally.js';

export type Copying = {
  source: ObjectStore;
  target: ObjectStore;
  tally: CopyTally;
  /** Nothing is written, and what would be copied is not read. */
  dryRun: boolean;
  signal: AbortSignal;
};

/** `on`: the next step may follow; `end`: nothing may be written behind this. */
type Way = 'on' | 'end';

/**
 * Does one task after the earlier ones of its document. A slot is written as a writer of the protocol would write it:
 * by create-if-absent, one after another, and never behind a slot that is somebody else's. So a service that runs at
 * the target keeps its promises, and a document that was deleted there stays deleted.
 */
export function runTask(copying: Copying, { kind, steps, course }: Task): Promise<void> {
  course.tail = course.tail.then(async () => {
    for (const [done, step] of steps.entries()) {
      if (!course.isOpen) {
        copying.tally.heldBack(steps.slice(done).filter(({ act }) => act === 'copy').length);
        return;
      }
      copying.signal.throwIfAborted();
      course.isOpen = await acts[step.act](copying, kind, step.key) === 'on';
    }
  });
  return course.tail;
}

const acts: Record<Step['act'], (copying: Copying, kind: LogKind, key: string) => Promise<Way>> = {
  copy, compare, guard,
};

/**
 * Bytes as they are: also an object that this version cannot read is worth keeping. After a lost answer the object may
 * be there, or come later; the next run finds it, or writes the same again.
 */
async function copy(copying: Copying, kind: LogKind, key: string): Promise<Way> {
  const { target, tally, dryRun } = copying;
  if (dryRun) return counted(() => tally.copied(kind, 0));
  const body = await readSource(copying, key);
  if (body === 'too large') return 'end';
  if (body === undefined) return counted(() => tally.gone());
  if (!isReadable(kind, key, body)) tally.unreadable(key);
  const outcome = await target.create(key, body);
  const found = await target.read(key);
  // Its document is being deleted at the target: the next round looks what has become of it.
  if (found === undefined) return counted(() => tally.gone());
  if (outcome === 'exists') return settle(copying, { key, source: body, target: found });
  if (Buffer.compare(body, found) === 0) return counted(() => tally.copied(kind, body.byteLength));
  tally.conflict(key, 'what the target gives back is not what was written');
  return 'end';
}

async function compare(copying: Copying, kind: LogKind, key: string): Promise<Way> {
  const { source, target } = await readBoth(copying, key);
  if (source === 'too large') return 'end';
  if (source && copying.tally.round === 1 && !isReadable(kind, key, source)) copying.tally.unreadable(key);
  if (source === undefined || target === undefined) return counted(() => copying.tally.gone());
  return settle(copying, { key, source, target });
}

/**
 * A slot that the source does not have any more is no obstacle: a deletion removes the versions below its tombstone.
 * But where the target's is a tombstone itself, the document has ended there.
 */
async function guard(copying: Copying, _kind: LogKind, key: string): Promise<Way> {
  const { source, target } = await readBoth(copying, key);
  if (source === 'too large') return 'end';
  if (target === undefined) return 'on';
  if (source === undefined) return isTombstone(key, target) ? 'end' : 'on';
  if (Buffer.compare(source, target) === 0) return 'on';
  copying.tally.conflictBelow(key, 'it is another object at the target: both sides were written to');
  return 'end';
}

async function settle({ target, tally, dryRun }: Copying, pair: Pair): Promise<Way> {
  const settlement = settleDifference(pair);
  if (settlement.outcome === 'keep') return counted(() => tally.present({ compared: true }));
  if (settlement.outcome === 'replace') {
    if (!dryRun) await target.put(pair.key, pair.source);
    return counted(() => tally.updated());
  }
  tally.conflict(pair.key, settlement.why);
  return 'end';
}

/** What is too large for an object of the format is a conflict, and nothing is written behind it. */
async function readSource({ source, tally }: Copying, key: string): Promise<Uint8Array | 'too large' | undefined> {
  try {
    return await readObject(source, key);
  } catch (error) {
    if (!(error instanceof UnreadableObjectError)) throw error;
    tally.conflict(key, 'it is too large to be an object of a log');
    return 'too large';
  }
}

async function readBoth(copying: Copying, key: string): Promise<{
  source: Uint8Array | 'too large' | undefined; target: Uint8Array | undefined;
}> {
  const [atSource, atTarget] = await Promise.all([readSource(copying, key), copying.target.read(key)]);
  return { source: atSource, target: atTarget };
}

function counted(count: () => void): Way {
  count();
  return 'on';
}
