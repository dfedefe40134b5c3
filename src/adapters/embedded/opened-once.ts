import { ignoreUnavailable, UnavailableError } from '../../domain/errors.js';
import type { IndexEnvironment } from './index-environment.js';

export type OnLoss = (why: UnavailableError) => void;

/**
 * The environment of a rebuild: opened by its first step, and the same to its end. Once it is lost the rebuild
 * has failed, because what it has built so far is not in any other.
 */
export class OpenedOnce {
  readonly #open: (onLoss: OnLoss, signal: AbortSignal) => Promise<IndexEnvironment>;
  readonly #ending = new AbortController();
  #opening: Promise<IndexEnvironment> | undefined;
  #lost: UnavailableError | undefined;

  constructor(open: (onLoss: OnLoss, signal: AbortSignal) => Promise<IndexEnvironment>) {
    this.#open = open;
  }

  /** Raises `UnavailableError`. */
  async get(): Promise<IndexEnvironment> {
    this.#opening ??= this.#begin();
    const environment = await this.#opening;
    if (this.#lost) throw this.#lost;
    environment.look();
    return environment;
  }

  async #begin(): Promise<IndexEnvironment> {
    try {
      const opened = await this.#open((why) => { this.#lost ??= why; }, this.#ending.signal);
      opened.showHidden().catch(ignoreUnavailable);
      return opened;
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
