import { latestOf, type Deadline } from '../../platform/deadline.js';
import { QuireError, UnavailableError } from '../../domain/errors.js';
import type { LivingHead } from '../../domain/head.js';
import type { Slot } from '../../domain/version.js';
import type { Revision } from '../../ports/document-index.js';
import { publishHead, type PublishPorts, type Reached, type Slots } from './publish-head.js';
import { removeStray, type StrayPorts } from './remove-stray.js';

export type HeadPublisherPorts = PublishPorts & StrayPorts;

export const READ_AND_DELETED = 'the document was deleted after the slot of this write was claimed';

export type LivingAt = { head: LivingHead; revision: Revision };

/** An own slot that no head is known to have reached. `settled`: the answer to its request. */
type Claimed = {
  slot: Slot;
  deadline: Deadline;
  settled: Promise<Slot>;
  resolve(slot: Slot): void;
  reject(error: unknown): void;
};

/** Brings the head over the slots that this process claimed, one write at a time, each over all claimed by then. */
export class HeadPublisher {
  readonly #ports: HeadPublisherPorts;
  readonly #onIdle: () => void;
  #claimed: readonly Claimed[] = [];
  /** The head as read; undefined once a write was conditional on it. */
  #at: LivingAt | undefined;
  #reached = 0;
  #isSound = true;
  #moving: Promise<void> | undefined;

  constructor(ports: HeadPublisherPorts, onIdle: () => void) {
    this.#ports = ports;
    this.#onIdle = onIdle;
  }

  /** In order. While sound, the head is at or beyond every slot before the first of them. */
  get claimed(): readonly Claimed[] {
    return this.#claimed;
  }

  get reached(): number {
    return this.#reached;
  }

  /** False after a claim has failed, until a head is found again. */
  get isSound(): boolean {
    return this.#isSound;
  }

  get isIdle(): boolean {
    return this.#moving === undefined;
  }

  async settled(): Promise<void> {
    while (this.#moving) await this.#moving;
  }

  found(at: LivingAt): void {
    this.#at = at;
    this.#reached = at.head.currentVersion;
    this.#isSound = true;
  }

  /** Resolves when the head has reached the slot. Raises `DOCUMENT_NOT_FOUND`, `UnavailableError`. */
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
    const reached = await publishHead(this.#ports, { slots, from }, deadline).catch((error: unknown) => ({ error }));
    this.#claimed = this.#claimed.slice(batch.length);
    if (isThere(reached)) this.#reached = (slots.at(-1) as Slot).version;
    else this.#isSound = false;
    for (const claimed of batch) this.#settle(claimed, reached);
  }

  #settle({ slot, resolve, reject }: Claimed, reached: Reached | { error: unknown }): void {
    // Answered only when the head has reached the slot (rule answerAfterHead).
    if (isThere(reached)) return resolve(slot);
    if ('error' in reached) return reject(reached.error);
    if (!slot.deleted) removeStray(this.#ports, slot);
    // A version before the tombstone may have been helped into the head and read, or its slot was freed.
    const mayBeRead = !slot.deleted && slot.version < reached.endedAt;
    reject(mayBeRead ? new UnavailableError(READ_AND_DELETED) : new QuireError('DOCUMENT_NOT_FOUND'));
  }
}

function isThere(reached: Reached | { error: unknown }): reached is 'written' | 'reached' {
  return reached === 'written' || reached === 'reached';
}

function claimedOf(slot: Slot, deadline: Deadline): Claimed {
  const { promise: settled, resolve, reject } = Promise.withResolvers<Slot>();
  settled.catch(() => undefined);
  return { slot, deadline, settled, resolve, reject };
}
