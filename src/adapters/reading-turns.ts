import pLimit from 'p-limit';

/** Of large answers. */
const AT_ONCE = 4;

/** Lets a few large answers of one part be read at a time: the others wait, half read. */
export class ReadingTurns {
  readonly #limit = pLimit(AT_ONCE);

  /** Calls `begin` when the turn comes. To be called when the answer is over, read or not: what this returns. */
  enter(begin: () => void): () => void {
    let end: () => void = () => undefined;
    const isOver = new Promise<void>((resolve) => {
      end = resolve;
    });
    let hasLeft = false;
    void this.#limit(async () => {
      if (hasLeft) return;
      begin();
      await isOver;
    });
    return () => {
      hasLeft = true;
      end();
    };
  }
}
