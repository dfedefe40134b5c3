import cliProgress from 'cli-progress';

/** Where progress is shown: a terminal gets a bar, anything else a line now and then. */
export interface DemoProgressStream extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
}

export interface Progress {
  start(label: string, total: number): void;
  advance(): void;
  stop(): void;
}

export function progressOn(stream: DemoProgressStream): Progress {
  return stream.isTTY === true ? new BarProgress(stream) : new LineProgress(stream);
}

class BarProgress implements Progress {
  readonly #bar: cliProgress.SingleBar;

  constructor(stream: DemoProgressStream) {
    const format = '{label} [{bar}] {value}/{total} {duration_formatted}';
    // The signals belong to the caller, who stops the bar in any case.
    this.#bar = new cliProgress.SingleBar(
      { stream, format, barsize: 30, gracefulExit: false },
      cliProgress.Presets.shades_classic,
    );
  }

  start(label: string, total: number): void {
    this.#bar.start(total, 0, { label: label.padEnd(18) });
  }

  advance(): void {
    this.#bar.increment();
  }

  stop(): void {
    this.#bar.stop();
  }
}

class LineProgress implements Progress {
  readonly #stream: DemoProgressStream;
  #label = '';
  #total = 0;
  #value = 0;
  #shown = 0;

  constructor(stream: DemoProgressStream) {
    this.#stream = stream;
  }

  start(label: string, total: number): void {
    [this.#label, this.#total, this.#value, this.#shown] = [label, total, 0, 0];
  }

  advance(): void {
    this.#value += 1;
    const quarter = Math.floor((this.#value * 4) / this.#total);
    if (quarter > this.#shown) this.#show(quarter);
  }

  stop(): void {
    if (this.#shown < 4 && this.#value > 0) this.#show(4);
  }

  #show(quarter: number): void {
    this.#shown = quarter;
    this.#stream.write(`${this.#label}: ${this.#value} of ${this.#total}\n`);
  }
}
