const MOST_ANSWERS = 64;
const MOST_BYTES = 256 * 1024;
/** Answers that are ready together are sent together. */
const PART_BYTES = 64 * 1024;

type Queued = { text: string | undefined };

/** Answers in the order of their lines, however the work for them ends. */
export class AnswerQueue {
  readonly #queued: Queued[] = [];
  /** Of the answers that are ready and not sent. */
  #bytes = 0;
  #isEnded = false;
  #change: { wake(): void; promise: Promise<void> } | undefined;

  /** Places for answers. One is free again when its answer has been sent. */
  get room(): number {
    return MOST_ANSWERS - this.#queued.length;
  }

  get #hasRoom(): boolean {
    return this.#isEnded || (this.room > 0 && this.#bytes < MOST_BYTES);
  }

  /** `answer` must not reject. */
  add(answer: Promise<string>): void {
    const queued: Queued = { text: undefined };
    this.#queued.push(queued);
    void answer.then((text) => this.#ready(queued, text));
  }

  /** Until one more line may begin, or nobody waits for answers. */
  async untilRoom(): Promise<void> {
    while (!this.#hasRoom) await this.#changed();
  }

  /** No answer follows those that were added. */
  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** Nobody waits for answers any more. */
  abandon(): void {
    this.#queued.length = 0;
    this.end();
  }

  /** The next answers that are ready; undefined: there are no more. */
  async next(): Promise<string | undefined> {
    for (;;) {
      const text = this.#takeReady();
      if (text !== '') return text;
      if (this.#isEnded && this.#queued.length === 0) return undefined;
      await this.#changed();
    }
  }

  #takeReady(): string {
    let part = '';
    for (let first = this.#queued[0]; first?.text !== undefined && part.length < PART_BYTES; first = this.#queued[0]) {
      part += first.text;
      this.#bytes -= first.text.length;
      this.#queued.shift();
    }
    if (part !== '') this.#wake();
    return part;
  }

  #ready(queued: Queued, text: string): void {
    queued.text = text;
    this.#bytes += text.length;
    this.#wake();
  }

  #changed(): Promise<void> {
    if (!this.#change) {
      let wake = (): void => undefined;
      const promise = new Promise<void>((resolve) => {
        wake = resolve;
      });
      this.#change = { wake, promise };
    }
    return this.#change.promise;
  }

  #wake(): void {
    this.#change?.wake();
    this.#change = undefined;
  }
}
