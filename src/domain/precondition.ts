import { QuireError } from './errors.js';

/** An If-Match header: any version of an existing document, or one of these entity tags' contents. */
export type Precondition = 'any' | readonly string[];

/** Raises `PRECONDITION_FAILED` when the newest version is none that the client named. */
export function checkPrecondition(precondition: Precondition | undefined, currentVersion: number): void {
  if (precondition === undefined || precondition === 'any') return;
  if (precondition.includes(String(currentVersion))) return;
  throw new QuireError('PRECONDITION_FAILED', { current_version: currentVersion });
}
