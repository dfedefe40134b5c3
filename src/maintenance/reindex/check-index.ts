import { OperatorError } from '../../domain/errors.js';
import { firstOf } from '../../platform/first-of.js';
import type { GenerationRecord } from '../../log/generation-record.js';
import type { ConcreteIndex, IndexAdmin } from '../../ports/index-admin.js';

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
