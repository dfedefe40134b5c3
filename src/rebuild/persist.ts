import { persistently } from '../coordination/persistently.js';
import { OperatorError, UnavailableError } from '../domain/errors.js';
import type { ConcreteIndex } from '../ports/index-rebuild.js';
import type { Lease } from './lease.js';
import type { LookTools } from './with-lease.js';

/** Does what may be done twice, again and again while a part is away. */
export type Persist = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * As `persistently`, as long as there is a point in it: raises an error as soon as another process has the lease, or
 * requests go to another index. Nobody would wait two minutes for an index that a rebuild has removed.
 */
export function persistOn(
  index: ConcreteIndex, { patience, rebuild }: Pick<LookTools, 'patience' | 'rebuild'>, lease: Lease | undefined,
): Persist {
  return (work) => persistently(patience, async () => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      await lease?.check();
      await expectSame(rebuild, index);
      throw error;
    }
  });
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
