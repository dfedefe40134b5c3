/** Items of several owners, handed out by turns: no owner's many items come before another owner's first. */
export class Turns<T> {
  /** In the order of their turns. */
  readonly #queues = new Map<string, T[]>();

  add(owner: string, item: T): void {
    const queue = this.#queues.get(owner);
    if (queue) queue.push(item);
    else this.#queues.set(owner, [item]);
  }

  /** Before what the owner has waiting, and before all other owners. */
  addFirst(owner: string, item: T): void {
    const waiting = this.#queues.get(owner) ?? [];
    this.#queues.delete(owner);
    const others = [...this.#queues];
    this.#queues.clear();
    this.#queues.set(owner, [item, ...waiting]);
    for (const [other, queue] of others) this.#queues.set(other, queue);
  }

  get isEmpty(): boolean {
    return this.#queues.size === 0;
  }

  /**
   * One item of each owner, then a second one of each, and so on, until they weigh `most`. At least one item. No item
   * of an owner after one that `endsTurn`; where that is too heavy for the rest, it waits, and others go on.
   */
  take(most: number, weightOf: (item: T) => number, endsTurn: (item: T) => boolean = () => false): T[] {
    const taken: T[] = [];
    const ended: [owner: string, queue: T[]][] = [];
    let weight = 0;
    for (const [owner, queue] of this.#queues) {
      const item = queue[0] as T;
      const isTooHeavy = taken.length > 0 && weight + weightOf(item) > most;
      if (isTooHeavy && !endsTurn(item)) break;
      if (!isTooHeavy) {
        taken.push(item);
        queue.shift();
        weight += weightOf(item);
      }
      // To the end of the row: a Map walks over what is added on the way.
      this.#queues.delete(owner);
      if (queue.length === 0) continue;
      if (endsTurn(item)) ended.push([owner, queue]);
      else this.#queues.set(owner, queue);
    }
    for (const [owner, queue] of ended) this.#queues.set(owner, queue);
    return taken;
  }
}
