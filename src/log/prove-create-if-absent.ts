import { newWriteId } from '../domain/ids.js';
import { randomBase62 } from '../domain/base62.js';
import { PROBES_PREFIX } from './object-keys.js';
import type { ObjectStore } from '../ports/object-store.js';
import { OperatorError, UnavailableError } from '../domain/errors.js';

const PROBE_KEYS = 8;
const RACERS = 16;
/** A winner whose answer was lost gets `exists` for its repeat: such a race proves nothing. */
const TRIES = 3;

/** Raises `OperatorError` if create-if-absent does not hold, and `UnavailableError`. Leaves nothing behind. */
export async function proveCreateIfAbsent(store: ObjectStore): Promise<void> {
  const run = `${PROBES_PREFIX}${randomBase62(22)}`;
  const keys = Array.from({ length: PROBE_KEYS }, (_, i) => `${run}-${i}`);
  await allOf(keys.map((key) => proveKey(store, key)));
}

async function proveKey(store: ObjectStore, name: string): Promise<void> {
  const refusals: UnavailableError[] = [];
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    if (await race(store, `${name}-${attempt}.json`, refusals)) return;
  }
  if (refusals[0] !== undefined) throw refusals[0];
  throw new OperatorError(
    `The object store's create-if-absent is not proven: of ${RACERS} racers none was told ` +
      `"created", ${TRIES} times in a row on ${name}.`,
  );
}

type Outcome = 'created' | 'exists' | UnavailableError;

/**
 * A racer asks once. One that is refused, as by a store that takes one write a second to a key, has created nothing as
 * far as known: what counts is that one winner is left whose object is read.
 */
async function outcomeOf(store: ObjectStore, key: string, body: string): Promise<Outcome> {
  try {
    return await store.create(key, Buffer.from(body), { isOneAttempt: true });
  } catch (error) {
    if (error instanceof UnavailableError) return error;
    throw error;
  }
}

/** False if nobody won. Adds to `refusals` what refused racers were told. */
async function race(store: ObjectStore, key: string, refusals: UnavailableError[]): Promise<boolean> {
  const bodies = Array.from({ length: RACERS }, () => newWriteId());
  try {
    const outcomes = await allOf(bodies.map((body) => outcomeOf(store, key, body)));
    const winners = bodies.filter((_, i) => outcomes[i] === 'created');
    if (winners.length > 1) throw broken(key, `${winners.length} of ${RACERS} racers were told "created"`);
    const refused = outcomes.filter((outcome) => outcome instanceof UnavailableError);
    refusals.push(...refused);
    const [winner] = winners;
    if (winner === undefined) return false;
    if (refused.length > 0) await expectRefusal(store, key);
    await expectContent(store, key, winner);
    return true;
  } finally {
    await store.remove(key);
  }
}

/** Racers that were refused for their number say nothing about the condition: one that comes later does. */
async function expectRefusal(store: ObjectStore, key: string): Promise<void> {
  const outcome = await store.create(key, Buffer.from(newWriteId()));
  if (outcome === 'created') throw broken(key, 'a late racer was told "created", too,');
}

async function expectContent(store: ObjectStore, key: string, winner: string): Promise<void> {
  const found = await store.read(key);
  if (found === undefined) throw broken(key, 'the object of the only winner is missing');
  if (Buffer.from(found).toString() !== winner) throw broken(key, 'a loser overwrote the only winner');
}

function broken(key: string, seen: string): Error {
  return new OperatorError(
    `The object store does not honour create-if-absent (If-None-Match: *): ${seen} on ${key}. ` +
      'Acknowledged writes would be lost on it, so the service does not start.',
  );
}

/** Waits for all, so that no racer still writes when its probe is removed, and no probe stays after a failure. */
async function allOf<T>(works: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
