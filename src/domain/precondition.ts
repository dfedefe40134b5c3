import { tagOfLife } from './document-key.js';
import { QuireError } from './errors.js';
import type { LivingHead } from './head.js';

/** An If-Match header: `any` version, or the contents of its entity tags. */
export type Precondition = 'any' | readonly string[];

/** A tag from an address by key, which names the life of the key, holds for the document's own address too. */
export function checkPrecondition(precondition: Precondition | undefined, { currentVersion, byKey }: LivingHead): void {
  if (precondition === undefined || precondition === 'any') return;
  const tags = [String(currentVersion), tagOfLife(currentVersion, byKey?.life ?? 1)];
  if (tags.some((tag) => precondition.includes(tag))) return;
  throw new QuireError('PRECONDITION_FAILED', { current_version: currentVersion });
}
