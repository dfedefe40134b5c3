/** The rate covers only the recent past: resumed work begins with much done already. */
const WINDOW_SECONDS = 20;

type Sample = { at: number; done: number };

export class MeasuredWork {
  readonly label: string;
  total: number | undefined;
  done = 0;
  readonly #now: () => number;
  readonly #began: number;
  readonly #samples: Sample[];

  constructor(label: string, total: number | undefined, now: () => number) {
    this.label = label;
    this.total = total;
    this.#now = now;
    this.#began = now();
    this.#samples = [{ at: this.#began, done: 0 }];
  }

  advance(count: number): void {
    this.done += count;
    const at = this.#now();
    const last = this.#samples.at(-1) as Sample;
    if (at - last.at < 1_000) return;
    this.#samples.push({ at, done: this.done });
    if (this.#samples.length > WINDOW_SECONDS) this.#samples.shift();
  }

  get seconds(): number {
    return (this.#now() - this.#began) / 1_000;
  }

  get perSecond(): number {
    const first = this.#samples[0] as Sample;
    const seconds = (this.#now() - first.at) / 1_000;
    return seconds > 0 ? (this.done - first.done) / seconds : 0;
  }

  get secondsLeft(): number | undefined {
    if (this.total === undefined || this.perSecond === 0) return undefined;
    return Math.max(0, this.total - this.done) / this.perSecond;
  }
}
