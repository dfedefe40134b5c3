import type { Redis } from 'ioredis';

/** Sends the commands of one turn of the event loop in one socket write, the dearest part of a small request. */
export class GroupedWrites {
  readonly #redis: Redis;
  #isHeld = false;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** To be called before each command. */
  hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    const { stream } = this.#redis;
    // Not `enableAutoPipelining`: with it, commands wait for the answers of earlier ones.
    stream?.cork();
    setImmediate(() => {
      this.#isHeld = false;
      stream?.uncork();
    });
  }
}
