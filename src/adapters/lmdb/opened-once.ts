import { UnavailableError } from '../../domain/errors.js';
import type { IndexEnvironment } from './index-environment.js';

export type OnLoss = (why: UnavailableError) => void;

/** A rebuild's only environment, opened by its first step. If it is lost, so is the work: the rebuild fails. */
export class OpenedOnce {
  readonly #open: (onLoss: OnLoss, signal: AbortSignal) => Promise<IndexEnvironment>;
  readonly #ending = new AbortController();
  #opening: Promise<IndexEnvironment> | undefined;
  #lost: UnavailableError | undefined;

  constructor(open: (onLoss: OnLoss, signal: AbortSignal) => Promise<IndexEnvironment>) {
    this.#open = open;
  }

  /** Raises `UnavailableError` if the environment cannot be opened or was lost. */
  async get(): Promise<IndexEnvironment> {
    this.#opening ??= this.#begin();
    const environment = await this.#opening;
    if (this.#lost) throw this.#lost;
    environment.look();
    return environment;
  }

  async #begin(): Promise<IndexEnvironment> {
    try {
      return await this.#open((why) => {
        this.#lost ??= why;
      }, this.#ending.signal);
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#lost ??= new UnavailableError('the index is closed');
    this.#ending.abort(this.#lost);
    const environment = await this.#opening?.catch(() => undefined);
    await environment?.close();
  }
}
