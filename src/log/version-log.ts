import { setImmediate as nextTurn } from 'node:timers/promises';
import { UnavailableError } from '../domain/errors.js';
import { documentIdOf, type SizedVersion, type Slot, type Version } from '../domain/version.js';
import type { Deadline } from '../platform/deadline.js';
import { inTurns } from '../platform/in-turns.js';
import type { ObjectStore, OnSize } from '../ports/object-store.js';
import { readObject } from './json-objects.js';
import { slotKey, slotOfKey, slotsPrefix } from './object-keys.js';
import { decodeSlot, encodeSlot, encodeVersionInSteps } from './slot-codec.js';

/** Decoding 10 MB takes 60 ms: reading them, and what is made of them, have turns of the event loop of their own. */
const LARGE_BYTES = 1_000_000;

export class VersionLog {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** Linearization point of every write. `taken` may mean an own attempt with a lost answer: compare write ids. */
  async claim(slot: Slot): Promise<'claimed' | 'taken'> {
    const body = isLong(slot) ? await inTurns(encodeVersionInSteps(slot)) : encodeSlot(slot);
    const outcome = await this.#store.create(slotKey(documentIdOf(slot), slot.version), body);
    return outcome === 'created' ? 'claimed' : 'taken';
  }

  async read(documentId: string, version: number): Promise<Slot | undefined> {
    return (await this.#read(documentId, version))?.slot;
  }

  async readVersion(documentId: string, version: number, onSize?: OnSize): Promise<SizedVersion | undefined> {
    const found = await this.#read(documentId, version, onSize);
    return !found || found.slot.deleted ? undefined : { version: found.slot, bytes: found.bytes };
  }

  /** The numbers of all slots, in order. */
  async *slots(documentId: string): AsyncGenerator<number> {
    for await (const key of this.#store.list(slotsPrefix(documentId))) {
      const version = slotOfKey(key)?.version;
      if (version !== undefined) yield version;
    }
  }

  async remove(documentId: string, version: number): Promise<void> {
    await this.#store.remove(slotKey(documentId, version));
  }

  async #read(
    documentId: string,
    version: number,
    onSize?: OnSize,
  ): Promise<{ slot: Slot; bytes: number } | undefined> {
    const key = slotKey(documentId, version);
    const body = await readObject(this.#store, key, onSize);
    if (!body) return undefined;
    const isLarge = body.byteLength > LARGE_BYTES;
    if (isLarge) await nextTurn();
    const found = { slot: decodeSlot(key, body), bytes: body.byteLength };
    if (isLarge) await nextTurn();
    return found;
  }
}

function isLong(slot: Slot): slot is Version {
  if (slot.deleted) return false;
  let length = slot.source?.text.length ?? 0;
  for (const { content } of slot.blocks) length += content.length;
  return length > LARGE_BYTES;
}

/** `vanished`: taken, but free by now, as a deleted document is being cleaned: read the head again. */
type Claim = { outcome: 'own' } | { outcome: 'taken'; by: Slot } | { outcome: 'vanished' };

const ATTEMPTS = 3;

/** Claims a slot by create-if-absent. Raises `UnavailableError`: outcome unknown. */
export async function claimSlot(log: VersionLog, slot: Slot, deadline: Deadline): Promise<Claim> {
  for (let attempt = 1; ; attempt++) {
    const tried = await attemptClaim(log, slot, attempt);
    if (tried === 'claimed') return { outcome: 'own' };
    // After a lost answer the write id decides, never the content (rule writeId).
    const found = await log.read(documentIdOf(slot), slot.version);
    if (found) return found.writeId === slot.writeId ? { outcome: 'own' } : { outcome: 'taken', by: found };
    if (tried === 'taken') return { outcome: 'vanished' };
    // The earlier attempt may still land in the free slot, but it carries the same write id.
    await deadline.pause(attempt, 'claiming a slot');
  }
}

async function attemptClaim(log: VersionLog, slot: Slot, attempt: number): Promise<'claimed' | 'taken' | 'unsure'> {
  try {
    return await log.claim(slot);
  } catch (error) {
    if (error instanceof UnavailableError && attempt < ATTEMPTS) return 'unsure';
    throw error;
  }
}
