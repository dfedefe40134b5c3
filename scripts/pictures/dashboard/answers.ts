import { queryOf, type Panel } from '../../monitoring/panels.js';
import type { Prometheus } from '../../monitoring/prometheus.js';

/** A value, or none, for each of the seconds asked for. */
export type Series = { name: string; values: (number | null)[] };

type Matrix = { result: { metric: Record<string, string>; values: [second: number, value: string][] }[] };

/** What Prometheus answers to the queries of a panel; without series that have no value at all. */
export async function answersTo(panel: Panel, { ask }: Prometheus, seconds: readonly number[]): Promise<Series[]> {
  const [start, end] = [String(seconds[0]), String(seconds.at(-1))];
  const answers = (panel.targets ?? []).map(async ({ expr, legendFormat }) => {
    const query = new URLSearchParams({ query: shortQueryOf(expr), start, end, step: '1' });
    const { result } = await ask<Matrix>(`query_range?${query.toString()}`);
    return result.map(({ metric, values }) => {
      const known = new Map(values);
      return { name: legendOf(legendFormat, metric), values: seconds.map((second) => finite(known.get(second))) };
    });
  });
  return (await Promise.all(answers)).flat().filter(({ values }) => values.some((value) => value !== null));
}

/** For a service that is scraped each second, and for a minute. */
export function shortQueryOf(expression: string): string {
  return queryOf(expression, '10s').replaceAll('[5m]', '[1m]');
}

export function legendOf(format: string, labels: Readonly<Record<string, string>>): string {
  return format.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => labels[label] ?? '');
}

/** A percentile of no requests is NaN. */
function finite(text = 'NaN'): number | null {
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
