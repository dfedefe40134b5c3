import type { Socket } from 'node:net';

/** A client's rate is judged over 30 looks, one a second: it has to take 8 KB a second. */
const LOOKS = 30;
const LEAST_BYTES = LOOKS * 8_192;

/** How fast a client takes the answers of one connection. */
export class AnswerPace {
  /** The bytes that it had taken at the last looks, the newest last. */
  #marks: number[] = [];
  #answer: object | undefined;

  /**
   * To be called once a second. `answer`: the one under way. True: its client took too little of it for 30 seconds.
   * A socket's own time limit would count from the last byte that moved, and takes up to twice as long.
   */
  isTooSlow(socket: Socket, answer: object | undefined): boolean {
    // Where nothing waits to be taken, the answer is not made yet, and its client is not to blame.
    if (answer !== this.#answer || socket.writableLength === 0) {
      this.#answer = answer;
      this.#marks = [];
      return false;
    }
    // What is written and not flushed is in both numbers.
    const taken = socket.bytesWritten - socket.writableLength;
    const before = this.#marks.length === LOOKS ? this.#marks.shift() : undefined;
    this.#marks.push(taken);
    return before !== undefined && taken - before < LEAST_BYTES;
  }
}
