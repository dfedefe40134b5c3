import cliProgress from 'cli-progress';
import type { ProgressReporter } from '../../platform/progress.js';
import { visibleText } from '../../platform/visible-text.js';
import { durationText, rateText } from './format.js';
import { jsonText } from './json-line.js';

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

/**
 * A bar on a terminal, otherwise a line every `everyMs`. With `json` lines like
 * `{"progress":{"label","done","total","per_second","seconds_left"}}` and `{"note":"…"}`. Work that has advanced leaves
 * one line behind.
 */
export function progressOn(stream: ProgressStream, options: ProgressOptions = {}): ProgressReporter {
  const { json = false, everyMs = 10_000, now = () => performance.now() } = options;
  const words = json ? JSON_WORDS : PLAIN_WORDS;
  const shown = stream.isTTY === true && !json ? new Bar(stream) : new Lines(stream, words, everyMs);
  let work: Work | undefined;
  const stop = () => {
    if (!work) return;
    shown.end();
    if (work.done > 0) stream.write(`${words.ended(work)}\n`);
    work = undefined;
  };
  return {
    start: (label, total) => {
      stop();
      work = new Work(label, total, now);
      shown.begin(work);
    },
    expect: (total) => {
      if (work) work.total = total;
    },
    advance: (count = 1) => work?.advance(count),
    note: (line) => shown.note(`${words.note(line)}\n`),
    stop,
  };
}

/** The rate covers only the recent past: resumed work begins with much done already. */
const WINDOW_SECONDS = 20;

class Work {
  readonly label: string;
  total: number | undefined;
  done = 0;
  readonly #now: () => number;
  readonly #began: number;
  readonly #samples: { at: number; done: number }[];

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
    if (at - (this.#samples.at(-1)?.at ?? 0) < 1_000) return;
    this.#samples.push({ at, done: this.done });
    if (this.#samples.length > WINDOW_SECONDS) this.#samples.shift();
  }

  get seconds(): number {
    return (this.#now() - this.#began) / 1_000;
  }

  get perSecond(): number {
    const { at, done } = this.#samples[0] as { at: number; done: number };
    const seconds = (this.#now() - at) / 1_000;
    return seconds > 0 ? (this.done - done) / seconds : 0;
  }

  get secondsLeft(): number | undefined {
    if (this.total === undefined || this.perSecond === 0) return undefined;
    return Math.max(0, this.total - this.done) / this.perSecond;
  }
}

type ProgressWords = { underWay(work: Work): string; ended(work: Work): string; note(line: string): string };

const PLAIN_WORDS: ProgressWords = {
  underWay: (work) => {
    const left = work.secondsLeft === undefined ? '' : `, ${durationText(work.secondsLeft)} left`;
    return `${work.label}: ${amount(work)}, ${rateText(work.perSecond)}${left}`;
  },
  ended: (work) => `${work.label}: ${amount(work)} in ${durationText(work.seconds)}`,
  note: visibleText,
};

const JSON_WORDS: ProgressWords = {
  underWay: (work) => jsonText({ progress: jsonOf(work) }),
  ended: (work) => jsonText({ progress: { ...jsonOf(work), seconds_left: 0, seconds: rounded(work.seconds) } }),
  note: (line) => jsonText({ note: line }),
};

function amount({ done, total }: Work): string {
  return total === undefined || total === done ? String(done) : `${done} of ${total}`;
}

function jsonOf({ label, done, total, perSecond, secondsLeft }: Work) {
  const left = secondsLeft === undefined ? null : rounded(secondsLeft);
  return { label, done, total: total ?? null, per_second: rounded(perSecond), seconds_left: left };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

class Lines {
  readonly #stream: ProgressStream;
  readonly #words: ProgressWords;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(stream: ProgressStream, words: ProgressWords, everyMs: number) {
    this.#stream = stream;
    this.#words = words;
    this.#everyMs = everyMs;
  }

  begin(work: Work): void {
    this.#timer = setInterval(() => this.note(`${this.#words.underWay(work)}\n`), this.#everyMs).unref();
  }

  note(line: string): void {
    this.#stream.write(line);
  }

  end(): void {
    clearInterval(this.#timer);
  }
}

const WITH_TOTAL = '{label}  [{bar}]  {value}/{total}  ETA {eta_formatted}';
/** While the total is unknown. The library's total is 0 then. */
const WITHOUT_TOTAL = '{label}  {value}  {duration_formatted}';

const BAR_OPTIONS: cliProgress.Options = {
  barsize: 30,
  clearOnComplete: true,
  // A note overwrites the bar.
  forceRedraw: true,
  // Cuts at the edge. The library would switch off the terminal's wrapping, which a killed process leaves off.
  linewrap: true,
  // Frames, 20 seconds of them: resumed work begins with much done already.
  etaBuffer: 200,
  // The library's remaining time is no number while nothing has advanced.
  formatTime: (seconds) => (Number.isFinite(seconds) ? durationText(seconds) : '?'),
  format: (options, params, payload: object) => {
    const format = params.total > 0 ? WITH_TOTAL : WITHOUT_TOTAL;
    return cliProgress.Format.Formatter({ ...options, format }, params, payload);
  },
};

/** On the last line of a terminal; notes scroll by above it. Signals stay with the process: commands end the bar. */
class Bar {
  readonly #stream: ProgressStream;
  #screen: cliProgress.MultiBar | undefined;

  constructor(stream: ProgressStream) {
    this.#stream = stream;
  }

  begin(work: Work): void {
    this.#screen = new cliProgress.MultiBar(
      { ...BAR_OPTIONS, stream: this.#stream },
      cliProgress.Presets.shades_classic,
    );
    const bar = this.#screen.create(work.total ?? 0, 0, { label: work.label });
    this.#screen.on('update-pre', () => {
      bar.setTotal(work.total ?? 0);
      bar.update(work.done);
    });
  }

  note(line: string): void {
    if (!this.#screen) return void this.#stream.write(line);
    this.#screen.log(line);
    this.#screen.update();
  }

  end(): void {
    this.#screen?.stop();
    this.#screen = undefined;
  }
}
