import { latestOf, type Deadline } from '../../coordination/deadline.js';
import { QuireError, UnavailableError } from '../../domain/errors.js';
import type { LivingHead } from '../../domain/head.js';
import type { Slot } from '../../domain/version.js';
import type { Revision } from '../../ports/document-index.js';
import type { Context } from '../context.js';
import { advanceHead, type Reached, type Slots } from './advance-head.js';
import { removeStray } from './remove-stray.js';

/** Somebody may have read the version, so that it cannot be said not to have happened. */
export const READ_AND_DELETED = 'the document was deleted after the slot of this write was claimed';

export type LivingAt = { head: LivingHead; revision: Revision };

/** A slot of one's own that no head is known to have reached; `settled`: what its request may be answered. */
export type Claimed = {
  slot: Slot;
  deadline: Deadline;
  settled: Promise<Slot>;
  resolve(slot: Slot): void;
  reject(error: unknown): void;
};

/**
 * Brings a document's head over the slots that this process has claimed, one write at a time, each over all that were
 * claimed before it began. A request is answered when the head has reached its slot (rule answerAfterHead).
 */
export class HeadMover {
  readonly #context: Context;
  readonly #onIdle: () => void;
  #claimed: readonly Claimed[] = [];
  /** The head as it was read, where nothing was written on condition of it yet. */
  #at: LivingAt | undefined;
  #reached = 0;
  #isSound = true;
  #moving: Promise<void> | undefined;

  constructor(context: Context, onIdle: () => void) {
    this.#context = context;
    this.#onIdle = onIdle;
  }

  /** In order. While sound, every slot up to the first of them is at or below the head. */
  get claimed(): readonly Claimed[] {
    return this.#claimed;
  }

  /** The version that the head is known to have reached. */
  get reached(): number {
    return this.#reached;
  }

  /** Whether every claim since a head was found has come, or is on its way, to be answered. */
  get isSound(): boolean {
    return this.#isSound;
  }

  get isIdle(): boolean {
    return this.#moving === undefined;
  }

  /** When every claim is settled, this way or that. */
  async settled(): Promise<void> {
    while (this.#moving) await this.#moving;
  }

  /** A head that was read while nothing was claimed. */
  found(at: LivingAt): void {
    this.#at = at;
    this.#reached = at.head.currentVersion;
    this.#isSound = true;
  }

  /**
   * The slot once the head has reached it. Raises `DOCUMENT_NOT_FOUND` where the document ended before, and
   * `UnavailableError` when time is up.
   */
  add(slot: Slot, deadline: Deadline): Promise<Slot> {
    const claimed = claimedOf(slot, deadline);
    this.#claimed = [...this.#claimed, claimed];
    this.#moving ??= this.#moveAll();
    return claimed.settled;
  }

  async #moveAll(): Promise<void> {
    while (this.#claimed.length > 0) await this.#move(this.#claimed);
    this.#moving = undefined;
    this.#onIdle();
  }

  async #move(batch: readonly Claimed[]): Promise<void> {
    const from = this.#at;
    this.#at = undefined;
    const slots = batch.map(({ slot }) => slot) as unknown as Slots;
    const deadline = latestOf(batch.map((claimed) => claimed.deadline));
    const reached = await advanceHead(this.#context, { slots, from }, deadline).catch((error: unknown) => ({ error }));
    this.#claimed = this.#claimed.slice(batch.length);
    if (isThere(reached)) this.#reached = (slots.at(-1) as Slot).version;
    else this.#isSound = false;
    for (const claimed of batch) this.#settle(claimed, reached);
  }

  #settle({ slot, resolve, reject }: Claimed, reached: Reached | { error: unknown }): void {
    if (isThere(reached)) return resolve(slot);
    if ('error' in reached) return reject(reached.error);
    if (!slot.deleted) removeStray(this.#context, slot);
    const mayBeRead = !slot.deleted && slot.version < reached.endedAt;
    reject(mayBeRead ? new UnavailableError(READ_AND_DELETED) : new QuireError('DOCUMENT_NOT_FOUND'));
  }
}

function isThere(reached: Reached | { error: unknown }): reached is 'written' | 'reached' {
  return reached === 'written' || reached === 'reached';
}

function claimedOf(slot: Slot, deadline: Deadline): Claimed {
  let resolve: Claimed['resolve'] = () => undefined;
  let reject: Claimed['reject'] = () => undefined;
  const settled = new Promise<Slot>((...functions) => { [resolve, reject] = functions; });
  // Its request may have been answered at its deadline.
  settled.catch(() => undefined);
  return { slot, deadline, settled, resolve, reject };
}
