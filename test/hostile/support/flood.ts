import { head, Wire, type WireOptions } from './wire.js';
import { eventually } from './eventually.js';

const EVERY_MS = 50;
/** Of those that were closed, so many are opened again at each turn: 1,000 a second at the most. */
const PER_TURN = 50;
const BEGUN_MS = 20_000;

/** Holds so many connections open, half of them silent and half answered once; opens again what is closed. */
export class Flood {
  readonly #url: string;
  readonly #options: WireOptions;
  readonly #wires: Wire[];
  readonly #timer: NodeJS.Timeout;
  #made = 0;

  constructor(url: string, count: number, options: WireOptions = {}) {
    this.#url = url;
    this.#options = { reads: true, ...options };
    this.#wires = Array.from({ length: count }, () => this.#open());
    this.#timer = setInterval(() => this.#renew(), EVERY_MS);
  }

  /** When each of its first connections was taken, or refused. */
  async begun(): Promise<void> {
    const first = [...this.#wires];
    await eventually('the flood has begun', BEGUN_MS, () => first.every((wire) => wire.isOpen || wire.isClosed));
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const wire of this.#wires) wire.close();
  }

  #open(): Wire {
    const wire = new Wire(this.#url, this.#options);
    if (this.#made++ % 2 === 0) wire.write(head({ path: '/health/live' }));
    return wire;
  }

  #renew(): void {
    let left = PER_TURN;
    for (const [n, wire] of this.#wires.entries()) {
      if (!wire.isEnded) continue;
      wire.close();
      this.#wires[n] = this.#open();
      if (--left === 0) return;
    }
  }
}
