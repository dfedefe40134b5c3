import cliProgress from 'cli-progress';
import type { ProgressReporter } from '../maintenance/shared/progress.js';
import { durationText, rateText } from './format.js';
const BAR_SIZE = 30;

/** A bar on the last line of a terminal; notes scroll by above it. */
export class ProgressBar implements ProgressReporter {
  readonly #stream: NodeJS.WritableStream;
  readonly #now: () => number;
  readonly #ended: (work: MeasuredWork) => string;
  readonly #bar: cliProgress.SingleBar;
  #work: MeasuredWork | undefined;

  /** `ended`: the line that finished work leaves behind. */
  constructor(stream: NodeJS.WritableStream, now: () => number, ended: (work: MeasuredWork) => string) {
    this.#stream = stream;
    this.#now = now;
    this.#ended = ended;
    // The process handles signals, and its commands always stop the bar.
    this.#bar = new cliProgress.SingleBar({
      stream,
      clearOnComplete: true,
      gracefulExit: false,
      synchronousUpdate: false,
      // Cuts at the edge. The library would switch off the terminal's wrapping, which a killed process leaves off.
      linewrap: true,
      format: () => (this.#work ? lineOf(this.#work) : ''),
    });
  }

  start(label: string, total?: number): void {
    this.stop();
    this.#work = new MeasuredWork(label, total, this.#now);
    this.#show();
  }

  expect(total: number): void {
    if (this.#work) this.#work.total = total;
  }

  advance(count = 1): void {
    this.#work?.advance(count);
  }

  /** Stops the bar first: the bar moves the cursor back to its own start, which would be above the note. */
  note(line: string): void {
    this.#bar.stop();
    this.#stream.write(`${line}\n`);
    if (this.#work) this.#show();
  }

  stop(): void {
    if (!this.#work) return;
    this.#bar.stop();
    if (this.#work.done > 0) this.#stream.write(`${this.#ended(this.#work)}\n`);
    this.#work = undefined;
  }

  #show(): void {
    this.#bar.start(0, 0);
  }
}

function lineOf(work: MeasuredWork): string {
  const { label, done, total, secondsLeft } = work;
  const pace = [rateText(work.perSecond), durationText(work.seconds)];
  if (total === undefined) return [label, done, ...pace].join('  ');
  if (secondsLeft !== undefined) pace[1] = `${durationText(secondsLeft)} left`;
  return [label, barOf(total === 0 ? 1 : Math.min(1, done / total)), `${done}/${total}`, ...pace].join('  ');
}

function barOf(share: number): string {
  const full = Math.floor(share * BAR_SIZE);
  return `[${'█'.repeat(full)}${'░'.repeat(BAR_SIZE - full)}]`;
}

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
