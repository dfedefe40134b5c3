import type { ObjectStore } from '../ports/object-store.js';
import { encodeObject } from './json-objects.js';
import {
  SUSPENSIONS_PREFIX, suspensionKey, suspensionOfKey, suspensionsPrefix, type Suspension,
} from './object-keys.js';

/**
 * Suspensions of owners. Each command to suspend or to resume an owner writes an object of its own, once, with the
 * owner's next number; the object with the greatest key holds. Nothing is rewritten or removed, so a command whose
 * answer was lost is simply given again, and one that arrives late cannot undo a suspension that was answered: its
 * number is not higher, and of one number the suspension holds. The state is in the key: a list says all.
 */
export async function readSuspended(store: ObjectStore, prefix = SUSPENSIONS_PREFIX): Promise<Set<string>> {
  const owners = new Set<string>();
  for await (const key of store.list(prefix)) {
    const { owner, state } = suspensionOfKey(key) ?? {};
    if (owner === undefined) continue;
    if (state === 'suspended') owners.add(owner);
    else owners.delete(owner);
  }
  return owners;
}

/** What holds afterwards: another operator may have said something else at the same moment. */
export async function writeSuspension(
  store: ObjectStore, { owner, state }: Omit<Suspension, 'number'>, now: Date,
): Promise<Suspension['state']> {
  const prefix = suspensionsPrefix(owner);
  let number = 1;
  for await (const key of store.list(prefix)) number = 1 + (suspensionOfKey(key)?.number ?? 0);
  // Taken: the same was said at the same moment, or it was this very attempt.
  await store.create(suspensionKey({ owner, number, state }), encodeObject({ owner, state, at: now.toISOString() }));
  return (await readSuspended(store, prefix)).has(owner) ? 'suspended' : 'resumed';
}
