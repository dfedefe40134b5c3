import { persistWhile, type Persist } from '../../platform/retry.js';
import { OperatorError } from '../../domain/errors.js';
import type { ConcreteIndex, IndexAdmin } from '../../ports/index-admin.js';
import type { ReadContext } from './with-lease.js';
import type { GenerationRecord } from '../../log/generation-record.js';

/** As `persist`, but gives up at once when a rebuild replaces the index. `persist` alone takes two minutes. */
export function persistOn(index: ConcreteIndex, { persist, admin }: Pick<ReadContext, 'persist' | 'admin'>): Persist {
  return persistWhile(persist, () => expectSame(admin, index));
}

/** Raises `OperatorError` if requests go to another index, or this one was emptied: its data is then outdated. */
export async function expectSame(admin: IndexAdmin, index: ConcreteIndex): Promise<void> {
  if (await isSame(admin, index)) return;
  throw new OperatorError('the index was exchanged, lost or emptied meanwhile: run this again');
}

/** Whether requests still go to this index, and it still has its generation. */
export async function isSame(admin: IndexAdmin, { name, generation }: ConcreteIndex): Promise<boolean> {
  const current = await admin.current();
  return current?.name === name && current.generation === generation;
}

/**
 * The index that requests go to. Raises `OperatorError` if it is missing, emptied, or not named by the log, and
 * `MisconfiguredError`.
 */
export async function expectIndex(admin: IndexAdmin, generations: GenerationRecord): Promise<ConcreteIndex> {
  const current = await admin.current();
  if (!current) throw new OperatorError('there is no index: run `quire reindex`');
  if (current.generation === undefined) {
    throw new OperatorError(`the index ${current.name} was emptied: run \`quire reindex\``);
  }
  if ((await generations.read()).includes(current.generation)) {
    await admin.expectSearches(current.name);
    return current;
  }
  throw new OperatorError(
    `the index ${current.name} is not one that this log names (its generation is ${current.generation}): run \`quire reindex\``,
  );
}
