import { DamagedObjectError } from '../../domain/errors.js';
import type { ObjectStore } from '../../ports/object-store.js';
import { readObject, UnreadableObjectError } from '../../log/json-objects.js';
import { isReadable } from '../shared/is-readable.js';
import { isTombstone, settleDifference, type ObjectPair } from './sync-differences.js';
import type { LogKind } from '../shared/sync-kinds.js';
import type { SyncStep, SyncTask } from './sync-plan.js';
import type { CopyTally } from './sync-tally.js';

export type Copying = {
  source: ObjectStore;
  target: ObjectStore;
  tally: CopyTally;
  /** Nothing is written, and objects to copy are not read. */
  dryRun: boolean;
  signal: AbortSignal;
};

/** `on`: the next step may follow. `end`: nothing may be written after this. */
type StepResult = 'continue' | 'stop';

/**
 * Does one task after the earlier ones of its document. Writes slots as the write protocol does: by create-if-absent,
 * in order, never after a slot that differs from the source's. A document deleted at the target stays deleted.
 */
export function runTask(copying: Copying, { kind, steps, sequence }: SyncTask): Promise<void> {
  sequence.tail = sequence.tail.then(async () => {
    for (const [done, step] of steps.entries()) {
      if (!sequence.isOpen) {
        copying.tally.heldBack(steps.slice(done).filter(({ act }) => act === 'copy').length);
        return;
      }
      copying.signal.throwIfAborted();
      sequence.isOpen = (await acts[step.act](copying, kind, step.key)) === 'continue';
    }
  });
  return sequence.tail;
}

const acts: Record<SyncStep['act'], (copying: Copying, kind: LogKind, key: string) => Promise<StepResult>> = {
  copy,
  compare,
  guard,
};

/** Copies unreadable objects too. After a lost answer one may land late; the next run finds or rewrites the same. */
async function copy(copying: Copying, kind: LogKind, key: string): Promise<StepResult> {
  const { target, tally, dryRun } = copying;
  if (dryRun) return counted(() => tally.copied(kind, 0));
  const body = await readSource(copying, key);
  if (body === 'damaged or too large') return 'stop';
  if (body === undefined) return counted(() => tally.gone());
  if (!isReadable(kind, key, body)) tally.unreadable(key);
  const outcome = await target.create(key, body);
  const found = await target.read(key);
  // The target is deleting the document: the next round looks again.
  if (found === undefined) return counted(() => tally.gone());
  if (outcome === 'exists') return settle(copying, { key, source: body, target: found });
  if (Buffer.compare(body, found) === 0) return counted(() => tally.copied(kind, body.byteLength));
  tally.conflict(key, 'the target returns another object than was written');
  return 'stop';
}

async function compare(copying: Copying, kind: LogKind, key: string): Promise<StepResult> {
  const { source, target } = await readBoth(copying, key);
  if (source === 'damaged or too large') return 'stop';
  if (source && copying.tally.round === 1 && !isReadable(kind, key, source)) copying.tally.unreadable(key);
  if (source === undefined || target === undefined) return counted(() => copying.tally.gone());
  return settle(copying, { key, source, target });
}

/** Checks the slot below a copy. If the target's is a tombstone that the source lacks, the document ended there. */
async function guard(copying: Copying, _kind: LogKind, key: string): Promise<StepResult> {
  const { source, target } = await readBoth(copying, key);
  if (source === 'damaged or too large') return 'stop';
  if (target === undefined) return 'continue';
  // No obstacle otherwise: a deletion at the source removes the versions below its tombstone.
  if (source === undefined) return isTombstone(key, target) ? 'stop' : 'continue';
  if (Buffer.compare(source, target) === 0) return 'continue';
  copying.tally.conflictBelow(key, 'the target has another object: both sides were written to');
  return 'stop';
}

async function settle({ target, tally, dryRun }: Copying, pair: ObjectPair): Promise<StepResult> {
  const settlement = settleDifference(pair);
  if (settlement.outcome === 'keep') return counted(() => tally.present({ compared: true }));
  if (settlement.outcome === 'replace') {
    if (!dryRun) await target.put(pair.key, pair.source);
    return counted(() => tally.updated());
  }
  tally.conflict(pair.key, settlement.why);
  return 'stop';
}

/** An object too large for the format is a conflict; nothing is written after it. */
async function readSource(
  { source, tally }: Copying,
  key: string,
): Promise<Uint8Array | 'damaged or too large' | undefined> {
  try {
    return await readObject(source, key);
  } catch (error) {
    if (!(error instanceof UnreadableObjectError)) throw error;
    const isDamaged = error.cause instanceof DamagedObjectError;
    tally.conflict(key, isDamaged ? error.message : 'it is too large to be an object of a log');
    return 'damaged or too large';
  }
}

async function readBoth(
  copying: Copying,
  key: string,
): Promise<{ source: Uint8Array | 'damaged or too large' | undefined; target: Uint8Array | undefined }> {
  const [atSource, atTarget] = await Promise.all([readSource(copying, key), copying.target.read(key)]);
  return { source: atSource, target: atTarget };
}

function counted(count: () => void): StepResult {
  count();
  return 'continue';
}
