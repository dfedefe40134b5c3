import type uPlot from 'uplot';
import type { Panel } from '../../monitoring/panels.js';
import type { Series } from './answers.js';
import { ticksTo } from './units.js';

/** What uPlot takes, but for the size. It goes to the page as JSON. */
export type Chart = { options: Omit<uPlot.Options, 'width' | 'height'>; data: uPlot.AlignedData };

/** Degrees between the hues of two lines: neighbours differ, and none comes twice soon. */
const HUE_STEP = 137;
const AXIS = {
  font: '12px system-ui, sans-serif',
  stroke: '#5b6270',
  grid: { stroke: '#e8eaee', width: 1 },
  ticks: { show: false },
};
const SECONDS_BETWEEN_TIMES = 20;
/** A time at an edge would be cut off. */
const EDGE_SECONDS = 5;

export function colorOf(place: number, opacity = 100): string {
  return `hsl(${(120 + place * HUE_STEP) % 360} 50% 45% / ${opacity}%)`;
}

export function chartOf({ fieldConfig }: Panel, seconds: readonly number[], series: readonly Series[]): Chart {
  const { unit = 'short', custom } = fieldConfig?.defaults ?? {};
  const isStacked = custom?.stacking?.mode === 'normal';
  const lines = isStacked ? stacked(series) : series.map(({ values }) => values);
  const ticks = ticksTo(Math.max(...lines.flat().map(Number)) || 1, unit);
  const marked = seconds.slice(EDGE_SECONDS, -EDGE_SECONDS).filter((second) => second % SECONDS_BETWEEN_TIMES === 0);
  const lookOf = (_: unknown, n: number) => ({
    stroke: colorOf(n),
    fill: colorOf(n, custom?.fillOpacity ?? 0),
    width: 1.5,
    points: { show: false },
  });
  return {
    data: [[...seconds], ...lines],
    options: {
      legend: { show: false },
      cursor: { show: false },
      padding: [8, 8, 0, 0],
      scales: { x: { time: false }, y: { range: [0, ticks.at(-1)?.value ?? 1] } },
      axes: [
        { ...AXIS, size: 32, gap: 9, splits: marked, values: marked.map(timeOf) },
        { ...AXIS, size: 62, splits: ticks.map(({ value }) => value), values: ticks.map(({ text }) => text) },
      ],
      series: [{}, ...lines.map(lookOf)],
      bands: isStacked ? lines.slice(1).map((_, n) => ({ series: [n + 2, n + 1] })) : [],
    },
  };
}

/** Each line upon the one before it. */
function stacked(series: readonly Series[]): number[][] {
  let below: number[] = [];
  return series.map(({ values }) => (below = values.map((value, n) => (value ?? 0) + (below[n] ?? 0))));
}

function timeOf(second: number): string {
  return new Date(second * 1_000).toISOString().slice(11, 19);
}
