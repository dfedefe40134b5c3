import { EventEmitter, once } from 'node:events';
import type { Addresses } from '../load/caller.js';
import { SHARED_SETTINGS } from '../../races/support.js';
import type { TestStorage } from '../modes.js';
import type { SeededRandom } from '../oracle/seeded-random.js';
import { FleetMember } from './member.js';
import type { Order } from './messages.js';

/** In embedded mode one process owns the folder. */
const SIZES = { cluster: 2, embedded: 1 } as const;

/** Service processes on one place. Each may die and be started again. */
export class Fleet implements Addresses {
  /** What leads a program to the place. */
  readonly env: Record<string, string>;
  readonly #random: SeededRandom;
  readonly #slots: (FleetMember | undefined)[];
  readonly #events = new EventEmitter().setMaxListeners(0);

  constructor(storage: TestStorage, random: SeededRandom) {
    this.env = { ...storage.env, ...SHARED_SETTINGS };
    this.#random = random;
    this.#slots = new Array<FleetMember | undefined>(SIZES[storage.mode]).fill(undefined);
  }

  /** The processes that run at the moment. */
  get members(): FleetMember[] {
    return this.#slots.filter((member) => member !== undefined);
  }

  /** Starts whatever does not run; what is started has taken the order before any request comes to it. */
  async start(order?: Order): Promise<FleetMember[]> {
    const vacant = this.#slots.flatMap((member, slot) => (member ? [] : [slot]));
    return Promise.all(vacant.map((slot) => this.#startIn(slot, order)));
  }

  async stop(): Promise<void> {
    await Promise.all(this.members.map((member) => member.stop()));
  }

  all(): readonly string[] {
    return this.members.map(({ url }) => url);
  }

  async any(): Promise<string> {
    for (;;) {
      if (this.members.length > 0) return this.#random.pick(this.members).url;
      await once(this.#events, 'started');
    }
  }

  async #startIn(slot: number, order: Order | undefined): Promise<FleetMember> {
    const member = await FleetMember.start(this.env);
    if (order) await member.order(order);
    this.#slots[slot] = member;
    this.#events.emit('started');
    void member.ended.then(() => {
      if (this.#slots[slot] === member) this.#slots[slot] = undefined;
    });
    return member;
  }
}
