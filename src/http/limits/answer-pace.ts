import type { Socket } from 'node:net';

/** A client must take 8 KiB a second, measured over 30 looks, one a second. */
const LOOKS = 30;
const LEAST_BYTES = LOOKS * 8_192;

export class AnswerPace {
  /** Bytes taken at the last looks, newest last. */
  #marks: number[] = [];
  #answer: object | undefined;

  /** Call once a second. True: too slow for 30 s. A socket timeout counts from the last byte: up to twice as long. */
  isTooSlow(socket: Socket, answer: object | undefined): boolean {
    // With nothing to flush, the answer is not made yet. The client is not to blame.
    if (answer !== this.#answer || socket.writableLength === 0) {
      this.#answer = answer;
      this.#marks = [];
      return false;
    }
    // Bytes written and not flushed are in both numbers.
    const taken = socket.bytesWritten - socket.writableLength;
    const before = this.#marks.length === LOOKS ? this.#marks.shift() : undefined;
    this.#marks.push(taken);
    return before !== undefined && taken - before < LEAST_BYTES;
  }
}
