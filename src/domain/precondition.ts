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

/** The entity tag of a version, without quotes. Each life has its own: version 1 may be of another document. */
export function tagOfLife(version: number, life: number): string {
  return life === 1 ? String(version) : `${version}.${life}`;
}

/** What an If-Match header by key says of the versions of this life. */
export function preconditionOfLife(precondition: Precondition | undefined, life: number): Precondition | undefined {
  if (precondition === undefined || precondition === 'any') return precondition;
  const end = life === 1 ? '' : `.${life}`;
  return precondition.filter((tag) => tag.endsWith(end)).map((tag) => tag.slice(0, tag.length - end.length));
}
