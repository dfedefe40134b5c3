import type { Goal } from '../goals.js';
import type { Row } from './row.js';

const TITLES = [
  'what',
  'figure',
  'reference',
  'ratio',
  'spread',
  'goal',
  'met',
  'own CPU',
  'ref. CPU',
  'held against',
] as const;
const RIGHT = new Set<string>(['figure', 'reference', 'ratio', 'own CPU', 'ref. CPU']);

/** For people; CPU is in microseconds a request. */
export function tableOf(rows: readonly Row[]): string {
  const cells = [TITLES, ...rows.map(cellsOf)];
  const widths = TITLES.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const lines = cells.map((line) =>
    line
      .map((cell, column) => padded(cell, column, widths))
      .join('  ')
      .trimEnd(),
  );
  return lines.join('\n');
}

function cellsOf(row: Row): string[] {
  const { key, unit, figure, reference, referenceFigure, ratio, spread, goal, wasSeen, ownCpu, referenceCpu } = row;
  return [
    key,
    `${figureText(figure)} ${unit}`,
    `${figureText(referenceFigure)} ${unit}`,
    ratioText(ratio),
    `${ratioText(spread.low)}–${ratioText(spread.high)}`,
    goalText(goal),
    wasSeen === null ? '' : wasSeen ? 'yes' : 'NO',
    ownCpu === null ? '' : figureText(ownCpu),
    referenceCpu === null ? '' : figureText(referenceCpu),
    reference,
  ];
}

function padded(cell: string, column: number, widths: readonly number[]): string {
  const width = widths[column] as number;
  return RIGHT.has(TITLES[column] as string) ? cell.padStart(width) : cell.padEnd(width);
}

function goalText(goal: Goal | null): string {
  if (!goal) return '';
  return 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
}

function ratioText(ratio: number): string {
  return Number.isFinite(ratio) ? ratio.toFixed(2) : '–';
}

/** Three digits that mean something. */
function figureText(figure: number): string {
  if (!Number.isFinite(figure)) return '–';
  if (figure >= 100) return String(Math.round(figure));
  return figure >= 10 ? figure.toFixed(1) : figure.toFixed(2);
}
