import cliProgress from 'cli-progress';
import type { ProgressReporter } from '../maintenance/shared/progress.js';
import { durationText, rateText } from './format.js';
import { MeasuredWork } from './measured-work.js';

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
