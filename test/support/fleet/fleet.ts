import { EventEmitter, once } from 'node:events';
import type { Addresses } from '../load/caller.js';
import type { SeededRandom } from '../oracle/seeded-random.js';
import { Member } from './member.js';
import type { Order } from './messages.js';

/** Service processes on one place, each of which may die and be started again. */
export class Fleet implements Addresses {
  readonly #env: Record<string, string>;
  readonly #random: SeededRandom;
  readonly #slots: (Member | undefined)[];
  readonly #events = new EventEmitter().setMaxListeners(0);
  /** Not to be asked by those who go to any. */
  readonly #avoided = new Set<Member>();

  constructor(env: Record<string, string>, of: { size: number; random: SeededRandom }) {
    this.#env = env;
    this.#random = of.random;
    this.#slots = new Array<Member | undefined>(of.size).fill(undefined);
  }

  get size(): number {
    return this.#slots.length;
  }

  /** The processes that run at the moment. */
  get members(): Member[] {
    return this.#slots.filter((member) => member !== undefined);
  }

  /** Starts whatever does not run; what is started has taken the order before any request comes to it. */
  async start(order?: Order): Promise<Member[]> {
    const vacant = this.#slots.flatMap((member, slot) => (member ? [] : [slot]));
    return Promise.all(vacant.map((slot) => this.#startIn(slot, order)));
  }

  async stop(): Promise<void> {
    await Promise.all(this.members.map((member) => member.stop()));
  }

  /** Ends them at once; for what failed. */
  async kill(): Promise<void> {
    await Promise.all(this.members.map((member) => member.kill()));
  }

  all(): readonly string[] {
    return this.members.map(({ url }) => url);
  }

  async any(): Promise<string> {
    for (;;) {
      const members = this.members.filter((member) => !this.#avoided.has(member));
      if (members.length > 0) return this.#random.pick(members).url;
      await once(this.#events, 'started');
    }
  }

  /** From now on no request goes to it, as when a load balancer has been told. */
  avoid(member: Member): void {
    this.#avoided.add(member);
  }

  async #startIn(slot: number, order: Order | undefined): Promise<Member> {
    const member = await Member.start(this.#env);
    if (order) await member.order(order);
    this.#slots[slot] = member;
    this.#events.emit('started');
    void member.ended.then(() => {
      if (this.#slots[slot] === member) this.#slots[slot] = undefined;
    });
    return member;
  }
}
