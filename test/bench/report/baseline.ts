import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../../scripts/stack/project-root.js';
import type { Row } from './row.js';
import { median } from './statistics.js';

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

/**
 * What runs say of their rows replaces what was known of them; the rest stays. Of several runs a mark has the median,
 * and all their spreads: a service that was started again differs more than the rounds of one run.
 */
export function withMarks(baseline: Baseline, pace: string, runs: readonly (readonly Row[])[]): Baseline {
  const byKey = new Map<string, Row[]>();
  for (const row of runs.flat()) byKey.set(row.key, [...(byKey.get(row.key) ?? []), row]);
  const news = [...byKey.values()].flatMap((rows) => markOf(rows));
  const marks = { ...baseline[pace], ...Object.fromEntries(news) };
  const sorted = Object.entries(marks).sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...baseline, [pace]: Object.fromEntries(sorted) };
}

/** A run as `--json` prints it, as far as it is read again. */
export type Run = { pace: { name: string }; rows: readonly Row[] };

export async function readRun(file: string): Promise<Run> {
  return JSON.parse(await readFile(file, 'utf8')) as Run;
}

export async function readBaseline(): Promise<Baseline> {
  return JSON.parse(await readFile(baselineFile(), 'utf8')) as Baseline;
}

/** One line for each mark, as the formatter leaves it. */
export async function writeBaseline(baseline: Baseline): Promise<void> {
  const short = (text: string) =>
    text.replaceAll(/\{\s+("ratio"[^}]*?)\s+\}/g, (_, mark: string) => `{ ${mark.replaceAll(/\s+/g, ' ')} }`);
  await writeFile(baselineFile(), `${short(JSON.stringify(baseline, null, 2))}\n`);
}

function baselineFile(): string {
  return join(projectRoot(), 'test/bench/baseline.json');
}

function relativeSpread(ratio: number, { low, high }: { low: number; high: number }): number {
  return (high - low) / ratio;
}

/** Rows of one key. */
function markOf(rows: readonly Row[]): [key: string, mark: BaselineMark][] {
  const { key, better } = rows[0] as Row;
  if (better === 'neither') return [];
  const rounded = (value: number) => Number(value.toFixed(DIGITS));
  const ratio = rounded(median(rows.map((row) => row.ratio)));
  const low = rounded(Math.min(...rows.map(({ spread }) => spread.low)));
  const high = rounded(Math.max(...rows.map(({ spread }) => spread.high)));
  return [[key, { ratio, low, high, better }]];
}
