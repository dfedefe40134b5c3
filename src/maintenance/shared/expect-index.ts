import { OperatorError } from '../../domain/errors.js';
import type { GenerationRecord } from '../../log/generation-record.js';
import type { ConcreteIndex, IndexAdmin } from '../../ports/index-admin.js';

/** The index that requests go to. Raises `OperatorError` if it is missing, emptied, or not named by the log. */
export async function expectIndex(rebuild: IndexAdmin, generations: GenerationRecord): Promise<ConcreteIndex> {
  const current = await rebuild.current();
  if (!current) throw new OperatorError('there is no index: run `quire reindex`');
  if (current.generation === undefined) {
    throw new OperatorError(`the index ${current.name} was emptied: run \`quire reindex\``);
  }
  if ((await generations.read()).includes(current.generation)) return current;
  throw new OperatorError(
    `the index ${current.name} is not one that this log names (its generation is ${current.generation}): run \`quire reindex\``,
  );
}
