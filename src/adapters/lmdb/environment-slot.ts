import { resolve } from 'node:path';
import { UnavailableError } from '../../domain/errors.js';
import { Deadline } from '../../platform/deadline.js';
import { DamagedIndexError } from './index-damage.js';
import type { IndexEnvironment } from './index-environment.js';
import { noteClosing } from './index-marks.js';
import { openEnvironment, prepareFolder } from './open-environment.js';
import { withOpeningLock } from './opening-lock.js';

const TRY_AGAIN_MS = 500;
/** Longest wait of a caller while, for example, a large index is checked. */
const OPENED_WITHIN_MS = 5_000;
const DOUBT_AGAIN_MS = 60_000;

export type SlotOptions = {
  writesTogether: number;
  /** Milliseconds. Exchanged files and damage from outside go unnoticed for at most this long. */
  lookAgainMs: number;
  /** Whether a command in another thread of this process may have the index open: no other process may open it. */
  isShared(): boolean;
  /** Where the log ends now. */
  logEnd(): string | undefined;
};

/** A service's environment. Calls, not timers, close it when damaged or exchanged, and open the next sound one. */
export class EnvironmentSlot {
  readonly #folder: string;
  readonly #options: SlotOptions;
  readonly #ending = new AbortController();
  #opened: IndexEnvironment | undefined;
  #opening: Promise<void> | undefined;
  #leaving: Promise<void> = Promise.resolve();
  #why = new UnavailableError('the index is being opened');
  #lookedAt = -Infinity;
  #triedAt = -Infinity;
  #doubtedAt = -Infinity;
  #isDoubted = false;

  constructor(folder: string, options: SlotOptions) {
    this.#folder = resolve(folder);
    this.#options = options;
    this.#begin();
  }

  /** Raises `UnavailableError` while there is no sound environment. */
  async get(): Promise<IndexEnvironment> {
    if (this.#opened && performance.now() - this.#lookedAt > this.#options.lookAgainMs) this.#look(this.#opened);
    if (this.#opened) return this.#opened;
    if (!this.#opening && performance.now() - this.#triedAt > TRY_AGAIN_MS) this.#begin();
    if (this.#opening) await new Deadline(OPENED_WITHIN_MS).within(this.#opening, 'opening the index');
    if (!this.#opened) throw this.#why;
    return this.#opened;
  }

  async close(): Promise<void> {
    const why = new UnavailableError('the index is closed');
    this.#ending.abort(why);
    await this.#opening;
    const opened = this.#isDoubted ? undefined : this.#opened;
    await opened?.noteClosing().catch(() => undefined);
    this.#leave(why);
    this.#why = why;
    await this.#leaving;
    if (opened) noteClosing(this.#folder);
  }

  #look(opened: IndexEnvironment): void {
    this.#lookedAt = performance.now();
    try {
      if (this.#isDoubted && !this.#options.isShared()) throw beingChecked();
      opened.look();
    } catch (error) {
      this.#leave(error as UnavailableError);
      this.#triedAt = -Infinity;
    }
  }

  #begin(): void {
    if (this.#ending.signal.aborted) return;
    this.#triedAt = performance.now();
    this.#opening = this.#open().finally(() => {
      this.#opening = undefined;
    });
  }

  async #open(): Promise<void> {
    await this.#leaving;
    const { signal } = this.#ending;
    try {
      prepareFolder(this.#folder);
      this.#opened = await withOpeningLock(this.#folder, signal, () => this.#openEnvironment(signal));
      this.#lookedAt = performance.now();
    } catch (error) {
      this.#why = error as UnavailableError;
    }
  }

  async #openEnvironment(signal: AbortSignal): Promise<IndexEnvironment> {
    const check = this.#options.isShared() ? 'never' : this.#isDoubted ? 'always' : 'unless closed';
    const opened = await openEnvironment({
      folder: this.#folder,
      check,
      signal,
      writesTogether: this.#options.writesTogether,
      logEnd: () => this.#options.logEnd(),
      onLoss: (why) => {
        if (this.#opened === opened) this.#leave(why);
      },
      onDoubt: () => this.#doubt(opened),
    });
    if (check === 'always') this.#isDoubted = false;
    return opened;
  }

  /** Notes damage twice: writes under way may change the file after the first note. */
  #leave(why: UnavailableError): void {
    const opened = this.#opened;
    if (!opened) return;
    this.#opened = undefined;
    this.#why = why;
    const note = () => {
      if (why instanceof DamagedIndexError) opened.noteDamage(why.what);
    };
    note();
    this.#leaving = opened
      .close()
      .catch(() => undefined)
      .then(note);
  }

  /**
   * Closes the environment and has another process read it whole before it is opened again. While a command has it
   * open, it is opened unread, and read whole after the command, or by the next process if this one ends before.
   */
  #doubt(opened: IndexEnvironment): void {
    if (this.#opened !== opened || performance.now() - this.#doubtedAt < DOUBT_AGAIN_MS) return;
    this.#doubtedAt = performance.now();
    this.#isDoubted = true;
    this.#leave(beingChecked());
    this.#begin();
  }
}

function beingChecked(): UnavailableError {
  return new UnavailableError('the index is being checked for damage');
}
