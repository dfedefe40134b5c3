import { QuireError } from './errors.js';

/** An If-Match header: `any` version, or the contents of its entity tags. */
export type Precondition = 'any' | readonly string[];

export function checkPrecondition(precondition: Precondition | undefined, currentVersion: number): void {
  if (precondition === undefined || precondition === 'any') return;
  if (precondition.includes(String(currentVersion))) return;
  throw new QuireError('PRECONDITION_FAILED', { current_version: currentVersion });
}
