import type { ProgressReporter } from '../platform/progress.js';
import { visibleText } from '../platform/visible-text.js';
import { durationText, rateText } from './format.js';
import { jsonText } from './json-line.js';
import { MeasuredWork } from './measured-work.js';
import { ProgressBar } from './progress-bar.js';

/** Where progress is shown; standard output is for results. */
export interface ProgressStream extends NodeJS.WritableStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export type ProgressOptions = {
  /** JSON lines for programs, on a terminal too. */
  json?: boolean | undefined;
  /** Milliseconds between two lines; a bar ignores it. */
  everyMs?: number;
  /** A clock in milliseconds. */
  now?: () => number;
};

const EVERY_MS = 10_000;

/**
 * A bar on a terminal, otherwise a line every `everyMs`. With `json` lines like
 * `{"progress":{"label","done","total","per_second","seconds_left"}}` and `{"note":"…"}`. Work that has advanced leaves
 * one line behind.
 */
export function progressOn(stream: ProgressStream, options: ProgressOptions = {}): ProgressReporter {
  const { json = false, everyMs = EVERY_MS, now = () => performance.now() } = options;
  if (json) return new LineProgress(stream, { everyMs, now, words: JSON_WORDS });
  if (stream.isTTY === true) return new ProgressBar(stream, now, PLAIN_WORDS.ended);
  return new LineProgress(stream, { everyMs, now, words: PLAIN_WORDS });
}

type ProgressWords = {
  underWay(work: MeasuredWork): string;
  ended(work: MeasuredWork): string;
  note(line: string): string;
};

const PLAIN_WORDS: ProgressWords = {
  underWay: (work) => {
    const left = work.secondsLeft;
    return (
      `${work.label}: ${amount(work)}, ${rateText(work.perSecond)}` +
      (left === undefined ? '' : `, ${durationText(left)} left`)
    );
  },
  ended: (work) => `${work.label}: ${amount(work)} in ${durationText(work.seconds)}`,
  note: visibleText,
};

const JSON_WORDS: ProgressWords = {
  underWay: (work) => jsonText({ progress: jsonOf(work) }),
  ended: (work) => jsonText({ progress: { ...jsonOf(work), seconds_left: 0, seconds: rounded(work.seconds) } }),
  note: (line) => jsonText({ note: line }),
};

function amount({ done, total }: MeasuredWork): string {
  return total === undefined || total === done ? String(done) : `${done} of ${total}`;
}

function jsonOf({ label, done, total, perSecond, secondsLeft }: MeasuredWork) {
  return {
    label,
    done,
    total: total ?? null,
    per_second: rounded(perSecond),
    seconds_left: secondsLeft === undefined ? null : rounded(secondsLeft),
  };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

type LineOptions = { everyMs: number; now: () => number; words: ProgressWords };

class LineProgress implements ProgressReporter {
  readonly #stream: ProgressStream;
  readonly #options: LineOptions;
  #work: MeasuredWork | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(stream: ProgressStream, options: LineOptions) {
    this.#stream = stream;
    this.#options = options;
  }

  start(label: string, total?: number): void {
    this.stop();
    const { everyMs, now, words } = this.#options;
    const work = new MeasuredWork(label, total, now);
    this.#work = work;
    this.#timer = setInterval(() => this.#write(words.underWay(work)), everyMs).unref();
  }

  expect(total: number): void {
    if (this.#work) this.#work.total = total;
  }

  advance(count = 1): void {
    this.#work?.advance(count);
  }

  note(line: string): void {
    this.#write(this.#options.words.note(line));
  }

  stop(): void {
    clearInterval(this.#timer);
    if (this.#work && this.#work.done > 0) this.#write(this.#options.words.ended(this.#work));
    this.#work = undefined;
  }

  #write(line: string): void {
    this.#stream.write(`${line}\n`);
  }
}
