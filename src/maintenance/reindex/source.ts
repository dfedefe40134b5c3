import { OperatorError } from '../../domain/errors.js';
import type { GenerationRecord } from '../../log/generation-record.js';
import { firstOf } from '../../platform/first-of.js';
import { persistWhile } from '../../platform/retry.js';
import type { ConcreteIndex, IndexAdmin } from '../../ports/index-admin.js';
import type { MaintenanceContext, RebuildJob } from '../shared/rebuild-job.js';

/** `source`: a usable index, to be followed. `replaces`: the index that the alias leads to, usable or not. */
export type OldIndex = { source: ConcreteIndex | null; replaces: string | null };

/**
 * Finds the index to start from. A lost or emptied one is of no use: nothing was acknowledged on it since, so the log
 * has everything. Raises `OperatorError` for an index that may belong to another log.
 */
export async function checkIndex(admin: IndexAdmin, generations: GenerationRecord): Promise<OldIndex> {
  const current = await admin.current();
  if (!current) return { source: null, replaces: null };
  const named = await generations.read();
  if (current.generation !== undefined && named.includes(current.generation)) {
    return { source: current, replaces: current.name };
  }
  if (current.generation === undefined && (await isEmpty(admin, current.name))) {
    return { source: null, replaces: current.name };
  }
  throw new OperatorError(
    `the index ${current.name} is not one that this log names (its generation is ${current.generation ?? 'missing'}): ` +
      'it may belong to another log. If it does not, run this again with --discard-index, which deletes it first',
  );
}

async function isEmpty(admin: IndexAdmin, index: string): Promise<boolean> {
  await admin.refresh(index);
  return (await firstOf(admin.scanHeads(index))) === undefined;
}

/** The followed index was lost or emptied: writes not yet followed are in the log alone. */
export class SourceLostError extends OperatorError {
  constructor(index: string) {
    super(`the index ${index} was lost or emptied meanwhile`);
  }
}

/** Raises `SourceLostError` if requests go neither to the source, with its generation, nor to the new index. */
export async function expectSource({ admin, to, state: { source } }: RebuildJob): Promise<void> {
  if (!source) return;
  const current = await admin.current();
  const isSource = current?.name === source.name && current.generation === source.generation;
  if (!isSource && current?.name !== to.name) throw new SourceLostError(source.name);
}

/** The same job; its repeats end at once when the source is lost. */
export function watchingSource(job: RebuildJob): RebuildJob {
  return { ...job, persist: persistWhile(job.persist, () => expectSource(job)) };
}

/** Lifts a block left by a slow process thought dead. Its new index was removed, so nothing needs the block. */
export async function keepSourceOpen(job: RebuildJob): Promise<void> {
  const { admin, state, persist } = job;
  const { source } = state;
  if (!source || !(await persist(() => admin.isBlocked(source.name)))) return;
  await persist(() => liftBlock(job, source.name));
  job.progress.note(`lifted a block of writes on ${source.name} that an earlier run had left`);
}

/** Lifts a block, also one that may still land: taking the token first voids late requests of a former holder. */
export async function liftBlock(
  { admin, lease }: Pick<MaintenanceContext, 'admin' | 'lease'>,
  index: string,
): Promise<void> {
  await admin.unblock(await admin.takeToken(index, lease.number));
}
