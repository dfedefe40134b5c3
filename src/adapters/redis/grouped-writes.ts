import type { Redis } from 'ioredis';

/**
 * Commands of one turn of the event loop go to the socket in one write: each of its own would be the dearest part of a
 * small request. Not `enableAutoPipelining`, with which commands wait for the answers of earlier ones.
 */
export class GroupedWrites {
  readonly #redis: Redis;
  #isHeld = false;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** To be called before a command. */
  hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    const { stream } = this.#redis;
    stream?.cork();
    setImmediate(() => {
      this.#isHeld = false;
      stream?.uncork();
    });
  }
}
