import { jsonText } from './json-line.js';
import type { ProcessContext } from './process-context.js';
import { visibleText } from '../../platform/visible-text.js';

/** Lines of a long list are printed as they come, so widths are fixed. The last column has none. */
export type Column<T> = { name: string; width?: number; isNumber?: true; text(item: T): string };

export type PrintOptions = { limit: number; json?: boolean };

/** `below`: lines for people under a row, which no terminal obeys but for colours. */
type List<T> = { items: AsyncIterable<T>; columns: readonly Column<T>[]; below?: (item: T) => readonly string[] };

/** A table for people, or a JSON line for each item. Says on standard error if there are more than `limit`. */
export async function printList<T extends object>(
  io: ProcessContext,
  { items, columns, below = () => [] }: List<T>,
  { limit, json = false }: PrintOptions,
): Promise<void> {
  let printed = 0;
  for await (const item of items) {
    if (printed === limit) return note(io, json, `There are more than ${limit}: raise --limit.`);
    if (printed++ === 0 && !json) io.print(headerOf(columns));
    io.print(json ? jsonText(item) : rowOf(columns, item));
    if (!json) for (const line of below(item)) io.print(line, 'exact');
  }
  if (printed === 0) note(io, json, 'Nothing was found.');
}

/** A table of few rows, as wide as what is in it; without rows the header alone. */
export function printTable<T>(io: ProcessContext, columns: readonly Column<T>[], rows: readonly T[]): void {
  const fitting = columns.map((column) => {
    const widths = rows.map((row) => visibleText(column.text(row)).length);
    return { ...column, width: widths.reduce((most, width) => Math.max(most, width), column.name.length) };
  });
  io.print(headerOf(fitting));
  for (const row of rows) io.print(rowOf(fitting, row));
}

export function headerOf(columns: readonly Column<never>[]): string {
  return lineOf(columns, ({ name }) => name);
}

export function rowOf<T>(columns: readonly Column<T>[], item: T): string {
  return lineOf(columns, ({ text }) => visibleText(text(item)));
}

/** Like `2031-01-31T08:30:00Z`. */
export function timeText(time: string): string {
  return time.replace(/\.\d+Z$/, 'Z');
}

export const TIME_WIDTH = 20;

function lineOf<T>(columns: readonly Column<T>[], textOf: (column: Column<T>) => string): string {
  const cells = columns.map((column) => {
    const { width = 0, isNumber = false } = column;
    return isNumber ? textOf(column).padStart(width) : textOf(column).padEnd(width);
  });
  return cells.join('  ').trimEnd();
}

function note(io: ProcessContext, json: boolean, text: string): void {
  io.stderr.write(json ? `${jsonText({ note: text })}\n` : `quire: ${text}\n`);
}
