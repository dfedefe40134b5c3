import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../../scripts/stack/project-root.js';
import type { Row } from './row.js';

export type BaselineMark = { ratio: number; low: number; high: number; better: 'higher' | 'lower' };
/** Ratios by the keys of rows. */
export type BaselineMarks = Readonly<Record<string, BaselineMark>>;
/** By pace: short runs give other figures than long ones. */
export type Baseline = Readonly<Record<string, BaselineMarks>>;

export type Worse = { key: string; ratio: number; baseline: number; allowed: number };

/** Of a ratio: even what hardly varied in a few rounds varies that much from run to run. */
const LEAST_NOISE = 0.05;
/** What was measured but once does not tell how much it varies. */
const UNKNOWN_NOISE = 0.25;
/** Noise beyond this would let everything pass. */
const MOST_NOISE = 0.5;
const DIGITS = 4;

/**
 * Rows whose ratio is worse than its baseline by more than the noise. Each of the two medians is as uncertain as half
 * the spread that its rounds had.
 */
export function findWorse(rows: readonly Row[], marks: BaselineMarks): Worse[] {
  return rows.flatMap(({ key, ratio, spread, rounds }) => {
    const mark = marks[key];
    if (!mark) return [];
    const noise = (relativeSpread(mark.ratio, mark) + relativeSpread(ratio, spread)) / 2;
    const bounded = Math.min(MOST_NOISE, Math.max(rounds > 1 ? LEAST_NOISE : UNKNOWN_NOISE, noise));
    const allowed = mark.ratio * (mark.better === 'higher' ? 1 - bounded : 1 + bounded);
    const isWorse = mark.better === 'higher' ? !(ratio >= allowed) : !(ratio <= allowed);
    return isWorse ? [{ key, ratio, baseline: mark.ratio, allowed }] : [];
  });
}

/** What a run says of its rows replaces what was known of them; the rest stays. */
export function withMarks(baseline: Baseline, pace: string, rows: readonly Row[]): Baseline {
  const news = rows.flatMap(({ better, ...row }) =>
    better === 'neither' ? [] : [[row.key, markOf(row, better)] as const],
  );
  const marks = { ...baseline[pace], ...Object.fromEntries(news) };
  const sorted = Object.entries(marks).sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...baseline, [pace]: Object.fromEntries(sorted) };
}

export async function readBaseline(): Promise<Baseline> {
  return JSON.parse(await readFile(baselineFile(), 'utf8')) as Baseline;
}

export async function writeBaseline(baseline: Baseline): Promise<void> {
  await writeFile(baselineFile(), `${JSON.stringify(baseline, null, 2)}\n`);
}

function baselineFile(): string {
  return join(projectRoot(), 'test/bench/baseline.json');
}

function relativeSpread(ratio: number, { low, high }: { low: number; high: number }): number {
  return (high - low) / ratio;
}

function markOf({ ratio, spread }: Pick<Row, 'ratio' | 'spread'>, better: BaselineMark['better']): BaselineMark {
  const [rounded, low, high] = [ratio, spread.low, spread.high].map((value) => Number(value.toFixed(DIGITS)));
  return { ratio: rounded as number, low: low as number, high: high as number, better };
}
