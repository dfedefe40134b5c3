import { EventEmitter, once } from 'node:events';
import { SeededRandom } from '../oracle/seeded-random.js';
import { act, type Deed } from './deeds.js';
import type { Hand } from './hand.js';

/** Workers that do one thing after another until they are told to stop. */
export class Load {
  readonly #hand: Hand;
  readonly #weights: Readonly<Record<Deed, number>>;
  #done: Promise<void> = Promise.resolve();
  #stopped = false;
  #steps = 0;
  #most = Infinity;
  readonly #events = new EventEmitter().setMaxListeners(0);

  constructor(hand: Hand, weights: Readonly<Record<Deed, number>>) {
    this.#hand = hand;
    this.#weights = weights;
  }

  start(workers: number): void {
    const hands = Array.from({ length: workers }, () => ({ ...this.#hand, random: this.#hand.random.fork() }));
    this.#done = Promise.all(hands.map((hand) => this.#work(hand))).then(() => undefined);
    // Heard in `stop`; until then it must not end the process.
    this.#done.catch(() => undefined);
  }

  /** At most so many more things are done, until another limit is set. */
  limit(steps: number): void {
    this.#most = this.#steps + steps;
    this.#events.emit('change');
  }

  /** Nothing more is begun. */
  halt(): void {
    this.#stopped = true;
    this.#events.emit('change');
  }

  /** Resolves when every worker has ended what it was doing: nothing of this load is under way any more. */
  async stop(): Promise<void> {
    this.halt();
    await this.#done;
  }

  /** When so many more things have been done. */
  async more(steps: number): Promise<void> {
    const enough = this.#steps + steps;
    while (this.#steps < enough) await Promise.race([once(this.#events, 'change'), this.#done]);
  }

  async #work(hand: Hand): Promise<void> {
    while (!this.#stopped) {
      if (this.#steps >= this.#most) {
        await once(this.#events, 'change');
        continue;
      }
      this.#steps++;
      await act(hand, hand.random.weighted(this.#weights));
      this.#events.emit('change');
    }
  }
}

/** A hand for a new world. */
export function newHand(parts: Omit<Hand, 'keys' | 'random'> & { seed: number }): Hand {
  const { seed, ...rest } = parts;
  return { ...rest, random: new SeededRandom(seed), keys: [] };
}
