import { persistently } from '../coordination/persistently.js';
import { OperatorError, UnavailableError } from '../domain/errors.js';
import type { Lease } from './lease.js';
import type { LookTools } from './with-lease.js';

/** Does what may be done twice, again and again while a part is away. */
export type Persist = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * As `persistently`, as long as there is a point in it: raises an error as soon as another process has the lease, or
 * requests go to another index. Nobody would wait two minutes for an index that a rebuild has removed.
 */
export function persistOn(
  index: string, { patience, rebuild }: Pick<LookTools, 'patience' | 'rebuild'>, lease: Lease | undefined,
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

/** Raises `OperatorError` where requests go to another index by now: this one says nothing of what came after. */
export async function expectSame(rebuild: LookTools['rebuild'], index: string): Promise<void> {
  if ((await rebuild.current())?.name !== index) throw new OperatorError('the index was exchanged meanwhile: run this again');
}
