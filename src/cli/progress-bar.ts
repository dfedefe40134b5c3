import cliProgress from 'cli-progress';
import type { ProgressReporter } from '../platform/progress.js';
import { visibleText } from '../platform/visible-text.js';
import { durationText } from './format.js';
import { MeasuredWork } from './measured-work.js';

const WITH_TOTAL = '{label}  [{bar}]  {value}/{total}  ETA {eta_formatted}';
/** While the total is unknown. The library's total is 0 then. */
const WITHOUT_TOTAL = '{label}  {value}  {duration_formatted}';

type Bar = { work: MeasuredWork; screen: cliProgress.MultiBar; line: cliProgress.SingleBar };

/** A bar on the last line of a terminal; notes scroll by above it. */
export class ProgressBar implements ProgressReporter {
  readonly #stream: NodeJS.WritableStream;
  readonly #now: () => number;
  readonly #ended: (work: MeasuredWork) => string;
  #bar: Bar | undefined;

  /** `ended`: the line that finished work leaves behind. */
  constructor(stream: NodeJS.WritableStream, now: () => number, ended: (work: MeasuredWork) => string) {
    this.#stream = stream;
    this.#now = now;
    this.#ended = ended;
  }

  start(label: string, total?: number): void {
    this.stop();
    const work = new MeasuredWork(label, total, this.#now);
    const screen = screenOn(this.#stream);
    const line = screen.create(total ?? 0, 0, { label });
    screen.on('update-pre', () => line.update(work.done));
    this.#bar = { work, screen, line };
  }

  expect(total: number): void {
    if (!this.#bar) return;
    this.#bar.work.total = total;
    this.#bar.line.setTotal(total);
  }

  advance(count = 1): void {
    this.#bar?.work.advance(count);
  }

  note(line: string): void {
    const text = `${visibleText(line)}\n`;
    if (!this.#bar) return void this.#stream.write(text);
    this.#bar.screen.log(text);
    this.#bar.screen.update();
  }

  stop(): void {
    if (!this.#bar) return;
    const { work, screen } = this.#bar;
    this.#bar = undefined;
    screen.stop();
    if (work.done > 0) this.#stream.write(`${this.#ended(work)}\n`);
  }
}

/** The library leaves signals to the process. Its commands always stop the bar. */
function screenOn(stream: NodeJS.WritableStream): cliProgress.MultiBar {
  return new cliProgress.MultiBar(
    {
      stream,
      barsize: 30,
      clearOnComplete: true,
      // A note overwrites the bar.
      forceRedraw: true,
      // Cuts at the edge. The library would switch off the terminal's wrapping, which a killed process leaves off.
      linewrap: true,
      fps: 10,
      // Frames, 20 seconds of them: resumed work begins with much done already.
      etaBuffer: 200,
      // The library's remaining time is no number while nothing has advanced.
      formatTime: (seconds) => (Number.isFinite(seconds) ? durationText(seconds) : '?'),
      format: (options, params, payload: object) => {
        const format = params.total > 0 ? WITH_TOTAL : WITHOUT_TOTAL;
        return cliProgress.Format.Formatter({ ...options, format }, params, payload);
      },
    },
    cliProgress.Presets.shades_classic,
  );
}
