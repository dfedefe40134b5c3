/** `npm run soak`: mixed load and disturbances for some minutes, on real parts that it starts where none are given. */
import { QUIET_SDK } from '../cli/quire.js';
import { atEachMode } from '../support/each-mode.js';
import { describeFigures, Display } from './display.js';
import { readOptions } from './options.js';
import { SoakRun, type SoakFigures } from './soak-run.js';

/** Here and in the processes that take this one's environment. */
Object.assign(process.env, QUIET_SDK);

const options = readOptions(process.argv);
const display = new Display(process.stdout);

/** A tenth of the time, twice; what a percentile needs at the least, and a run of the driver at the most. */
const HOSTILE_SHARE = 0.1;
const HOSTILE_SECONDS = { least: 10, most: 50 };

function hostileSeconds(minutes: number): number {
  return Math.round(Math.min(HOSTILE_SECONDS.most, Math.max(HOSTILE_SECONDS.least, minutes * 60 * HOSTILE_SHARE)));
}

function conclude(title: string, figures: SoakFigures): void {
  for (const [kind, { calm, tormented, bound }] of Object.entries(figures.hostile)) {
    const [before, during, most] = [calm, tormented, bound].map(Math.round);
    display.line(`  p99 of a ${kind}: ${before} ms, beside hostile ones ${during} ms, at most ${most} ms`);
  }
  for (const [name, count] of Object.entries(figures.disturbances)) display.line(`  ${String(count).padStart(4)}  ${name}`);
  const verdict = figures.faults.length === 0 ? 'SOUND: nothing lost, nothing doubled, nothing stale' : 'BROKEN';
  display.line(`${title}, ${options.minutes} minutes, seed ${options.seed}: ${describeFigures(figures)}. ${verdict}`);
}

function now(): string {
  return new Date().toISOString();
}

const isSound = await atEachMode(options.mode, async (place) => {
  const { minutes, seed, only, trace, json } = options;
  const title = `soak ${place.mode}`;
  const run = new SoakRun(place, {
    seconds: minutes * 60, hostileSeconds: hostileSeconds(minutes), seed, only,
    onFault: json ? undefined : (fault) => display.line(`${now()} ${title} FAULT: ${fault}`),
    onEvent: json || !trace ? undefined : (event) => display.line(`${now()} ${event}`),
    onProgress: json ? undefined : (figures) => display.progress(title, figures),
  });
  const figures = await run.run();
  if (json) display.line(JSON.stringify({ mode: place.mode, minutes, seed, ...figures }));
  else conclude(title, figures);
  return figures.faults.length === 0;
});
process.exit(isSound ? 0 : 1);
