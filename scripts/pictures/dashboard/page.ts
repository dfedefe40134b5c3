import { escapeHtml } from '../../../src/render/safety/escape.js';
import { readPanels, type Panel } from '../../monitoring/panels.js';
import type { Series } from './answers.js';
import { colorOf } from './chart.js';
import { written } from './units.js';

export type FilledPanel = { panel: Panel; series: readonly Series[] };

const ROWS = 3;
const WIDTH = 1_280;
const COLUMN = WIDTH / 24;
const UNIT_OF_HEIGHT = 40;

const NAMED: Readonly<Record<string, string>> = { green: '#2c8a43', orange: '#c9780c', red: '#c8362e' };

const STYLE = `
  body { margin: 0; background: #f2f3f6; color: #1f2430; font: 13px/1.3 system-ui, sans-serif }
  section { position: absolute; box-sizing: border-box; padding: 4px }
  .panel { box-sizing: border-box; height: 100%; padding: 8px 10px; display: flex; flex-direction: column;
    background: #fff; border: 1px solid #dfe2e8; border-radius: 4px }
  h1 { margin: 0; padding: 8px 6px; font-size: 16px }
  h2 { margin: 0 0 4px; font-size: 14px; font-weight: 600; white-space: nowrap }
  .lines, .stat { flex: 1; min-height: 0 }
  .stat { display: grid; place-items: center; color: #6b7280; white-space: nowrap }
  ul { display: flex; flex-wrap: wrap; gap: 0 12px; margin: 4px 0 0; padding: 0; list-style: none; font-size: 12px }
  i { display: inline-block; width: 14px; height: 3px; margin-right: 5px; vertical-align: middle }`;

/** The upper part of the dashboard. */
export function shownPanels(): Panel[] {
  const panels = readPanels();
  const next = panels.filter(({ type }) => type === 'row')[ROWS];
  return panels.filter(({ gridPos: { y } }) => next === undefined || y < next.gridPos.y);
}

export function sizeOf(panels: readonly Panel[]): { width: number; height: number } {
  return { width: WIDTH, height: UNIT_OF_HEIGHT * Math.max(...panels.map(({ gridPos: { y, h } }) => y + h)) };
}

/** Lines are still to be drawn, each in the element with the number of its panel. */
export function pageOf(filled: readonly FilledPanel[]): string {
  const sections = filled.map((each) => {
    const { x, y, w, h } = each.panel.gridPos;
    const [left, width] = [x * COLUMN, w * COLUMN];
    const [top, height] = [y * UNIT_OF_HEIGHT, h * UNIT_OF_HEIGHT];
    const place = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
    return `<section style="${place}">${contentsOf(each)}</section>`;
  });
  return `<!DOCTYPE html><meta charset="utf-8"><style>${STYLE}</style>${sections.join('')}`;
}

function contentsOf({ panel, series }: FilledPanel): string {
  const title = escapeHtml(panel.title);
  if (panel.type === 'row') return `<h1>${title}</h1>`;
  return `<div class="panel"><h2>${title}</h2>${bodyOf(panel, series)}</div>`;
}

function bodyOf(panel: Panel, series: readonly Series[]): string {
  const [first] = series;
  if (!first) return '<div class="stat">No data</div>';
  if (panel.type === 'stat') return statOf(panel, first);
  if (panel.type === 'timeseries') return linesOf(panel, series);
  throw new Error(`a panel of type ${panel.type} cannot be drawn`);
}

function linesOf({ id }: Panel, series: readonly Series[]): string {
  const legend = series.map(({ name }, n) => `<li><i style="background:${colorOf(n)}"></i>${escapeHtml(name)}</li>`);
  return `<div class="lines" id="${id}"></div><ul>${legend.join('')}</ul>`;
}

function statOf({ fieldConfig, options }: Panel, { name, values }: Series): string {
  const { unit = 'short', mappings = [], thresholds } = fieldConfig?.defaults ?? {};
  const value = values.findLast((each) => each !== null) ?? 0;
  const mapped = mappings[0]?.options[value];
  const reached = thresholds?.steps.findLast(({ value: from }) => from === null || value >= from);
  const text = options?.textMode === 'name' ? name : (mapped?.text ?? written(value, unit));
  const color = NAMED[mapped?.color ?? reached?.color ?? 'green'];
  const size = Math.min(28, 300 / text.length);
  return `<b class="stat" style="color:${color};font-size:${size}px">${escapeHtml(text)}</b>`;
}
