import { patienceWhile, persistently } from '../../platform/persistently.js';
import { OperatorError } from '../../domain/errors.js';
import type { ConcreteIndex } from '../../ports/index-rebuild.js';
import type { LookTools } from './with-lease.js';

/** Retries idempotent work while a backend is unavailable. */
export type Persist = <T>(work: () => Promise<T>) => Promise<T>;

/** As `persistently`, but gives up at once when a rebuild replaces the index. The patience alone is two minutes. */
export function persistOn(
  index: ConcreteIndex,
  { patience, rebuild }: Pick<LookTools, 'patience' | 'rebuild'>,
): Persist {
  const watching = patienceWhile(patience, () => expectSame(rebuild, index));
  return (work) => persistently(watching, work);
}

/** Raises `OperatorError` if requests go to another index, or this one was emptied: its data is then outdated. */
export async function expectSame(rebuild: LookTools['rebuild'], { name, generation }: ConcreteIndex): Promise<void> {
  const current = await rebuild.current();
  if (current?.name === name && current.generation === generation) return;
  throw new OperatorError('the index was exchanged, lost or emptied meanwhile: run this again');
}
