import { setImmediate as nextTurn } from 'node:timers/promises';

/** Judging a body of this size takes a few milliseconds; one of ten times as much a tenth of a second. */
const LARGE_BYTES = 1024 * 1024;

/**
 * Large bodies of one owner are judged one at a time, and the event loop turns between two of them: whatever an owner
 * sends at once, others wait for one of his bodies.
 */
export class JudgingTurns {
  /** Of each owner, the end of the last turn that was asked for. */
  readonly #last = new Map<string, Promise<void>>();

  async run<T>(owner: string, bytes: number, judge: () => T): Promise<T> {
    if (bytes <= LARGE_BYTES) return judge();
    const before = this.#last.get(owner) ?? Promise.resolve();
    const judged = before.then(judge);
    const turn = judged.then(() => nextTurn(), () => nextTurn());
    this.#last.set(owner, turn);
    void turn.then(() => { if (this.#last.get(owner) === turn) this.#last.delete(owner); });
    return judged;
  }
}
