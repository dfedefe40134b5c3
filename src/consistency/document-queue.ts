import type { Deadline } from '../platform/deadline.js';

/** Writes to one document run one after another in this process, so that only processes contend for a slot. */
export class DocumentQueue {
  readonly #tails = new Map<string, Promise<void>>();

  /** Raises `UnavailableError`, and never runs the task, if its turn has not come by the deadline. */
  async run<T>(documentId: string, deadline: Deadline, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(documentId);
    let mayRun = true;
    const turn = before ? before.then(() => (mayRun ? task() : (undefined as never))) : task();
    const tail = turn.then(ignore, ignore);
    this.#tails.set(documentId, tail);
    void tail.then(() => {
      if (this.#tails.get(documentId) === tail) this.#tails.delete(documentId);
    });
    try {
      if (before) await deadline.within(before, 'waiting for the writes before this one');
    } catch (error) {
      mayRun = false;
      throw error;
    }
    return turn;
  }
}

function ignore(): void {}
