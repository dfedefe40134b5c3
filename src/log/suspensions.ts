import type { ObjectStore } from '../ports/object-store.js';
import { encodeObject } from './json-objects.js';
import {
  SUSPENSIONS_PREFIX,
  suspensionKey,
  suspensionOfKey,
  suspensionsPrefix,
  type Suspension,
} from './object-keys.js';

/** Of an owner's objects, the one with the greatest key holds. The key names the state. */
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

export async function writeSuspension(
  store: ObjectStore,
  { owner, state }: Omit<Suspension, 'number'>,
  now: Date,
): Promise<Suspension['state']> {
  const prefix = suspensionsPrefix(owner);
  // Nothing is rewritten, and a late command has no higher number: it cannot undo a suspension that was answered.
  let number = 1;
  for await (const key of store.list(prefix)) number = 1 + (suspensionOfKey(key)?.number ?? 0);
  // Taken: by an equal command at the same moment, or by this very attempt.
  await store.create(suspensionKey({ owner, number, state }), encodeObject({ owner, state, at: now.toISOString() }));
  return (await readSuspended(store, prefix)).has(owner) ? 'suspended' : 'resumed';
}
