import type { SoakFigures } from './soak-run.js';

const PLAIN_EVERY = 15;

/** Shows how a soak goes: one line that is written over on a terminal, a line now and then anywhere else. */
export class Display {
  readonly #stream: NodeJS.WriteStream;
  #ticks = 0;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  /** Once a second. */
  progress(title: string, figures: SoakFigures): void {
    this.#ticks++;
    const line = `${title} ${this.#ticks} s: ${describeFigures(figures)}`;
    if (this.#stream.isTTY) this.#stream.write(`\r\x1b[2K${line.slice(0, this.#stream.columns - 1)}`);
    else if (this.#ticks % PLAIN_EVERY === 0) this.#stream.write(`${line}\n`);
  }

  line(text: string): void {
    this.#stream.write(this.#stream.isTTY ? `\r\x1b[2K${text}\n` : `${text}\n`);
  }
}

export function describeFigures(figures: SoakFigures): string {
  const { worlds, writes, acknowledged, checked, traffic, disturbances, faults } = figures;
  const disturbed = Object.values(disturbances).reduce((sum, count) => sum + count, 0);
  return [
    `${worlds} owners`,
    `${writes} writes sent`,
    `${acknowledged} acknowledged`,
    `${checked} answers checked`,
    `${traffic.unavailable} times 503`,
    `${traffic.cut} cut off`,
    `${disturbed} disturbances`,
    `${faults.length} faults`,
  ].join(', ');
}
