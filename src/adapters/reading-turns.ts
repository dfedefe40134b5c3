import pLimit from 'p-limit';

/** Large answers. */
const AT_ONCE = 4;

/** Lets a few large answers of a backend be read at a time. The others wait, partly read. */
export class ReadingTurns {
  readonly #limit = pLimit(AT_ONCE);

  /** Calls `begin` when the turn comes. Call the returned function when the answer is over, read or not. */
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
