import { patienceWhile, persistently } from '../coordination/persistently.js';
import { OperatorError } from '../domain/errors.js';
import type { ConcreteIndex } from '../ports/index-rebuild.js';
import type { LookTools } from './with-lease.js';

/** Does what may be done twice, again and again while a part is away. */
export type Persist = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * As `persistently`, as long as requests go to this index: nobody would wait two minutes for one that a rebuild has
 * removed.
 */
export function persistOn(
  index: ConcreteIndex, { patience, rebuild }: Pick<LookTools, 'patience' | 'rebuild'>,
): Persist {
  const watching = patienceWhile(patience, () => expectSame(rebuild, index));
  return (work) => persistently(watching, work);
}

/**
 * Raises `OperatorError` where requests go to another index by now, or this one was emptied: it says nothing of what
 * came after.
 */
export async function expectSame(rebuild: LookTools['rebuild'], { name, generation }: ConcreteIndex): Promise<void> {
  const current = await rebuild.current();
  if (current?.name === name && current.generation === generation) return;
  throw new OperatorError('the index was exchanged, lost or emptied meanwhile: run this again');
}
