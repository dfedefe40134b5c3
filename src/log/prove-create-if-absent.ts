import { newWriteId } from '../domain/ids.js';
import { randomBase62 } from '../domain/base62.js';
import { PROBES_PREFIX } from './object-keys.js';
import type { ObjectStore } from '../ports/object-store.js';
import { OperatorError } from '../domain/errors.js';

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
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    if (await race(store, `${name}-${attempt}.json`)) return;
  }
  throw new OperatorError(
    `The object store's create-if-absent is not proven: of ${RACERS} racers none was told ` +
      `"created", ${TRIES} times in a row on ${name}.`,
  );
}

async function race(store: ObjectStore, key: string): Promise<boolean> {
  const bodies = Array.from({ length: RACERS }, () => newWriteId());
  try {
    const outcomes = await allOf(bodies.map((body) => store.create(key, Buffer.from(body))));
    const winners = bodies.filter((_, i) => outcomes[i] === 'created');
    if (winners.length > 1) throw broken(key, `${winners.length} of ${RACERS} racers were told "created"`);
    if (winners.length === 1) await expectContent(store, key, winners[0] as string);
    return winners.length === 1;
  } finally {
    await store.remove(key);
  }
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
