import { readFile } from 'node:fs/promises';
import type { Registry } from 'prom-client';
import { createMetrics } from '../../src/observability/metrics.js';
import { PoolMetrics } from '../../src/workers/pool-metrics.js';

export const METRICS_FILE = 'docs/OPERATIONS.md';
const BEGIN = '<!-- begin: made by `npm run metrics-table` -->';
const END = '<!-- end -->';
const OURS = /^quire_/;

type Described = { name: string; help: string; type: string; labelNames: readonly string[] };

/** The file, with the table of all metrics that a service has of its own. */
export async function withMetricsTable(): Promise<string> {
  const text = await readFile(METRICS_FILE, 'utf8');
  const [before, rest = ''] = text.split(BEGIN);
  const after = rest.slice(rest.indexOf(END) + END.length);
  return `${before}${BEGIN}\n\n${tableOf([...metricsOf(createMetrics().registry), ...metricsOf(new PoolMetrics().registry)])}\n\n${END}${after}`;
}

/** The library's type leaves out what a metric was made with. */
function metricsOf(registry: Registry): Described[] {
  const metrics = registry.getMetricsAsArray() as unknown as (Omit<Described, 'type'> & {
    constructor: { name: string };
  })[];
  return metrics
    .filter(({ name }) => OURS.test(name))
    .map(({ name, help, labelNames, constructor }) => ({
      name,
      help,
      labelNames,
      type: constructor.name.toLowerCase(),
    }));
}

function tableOf(metrics: readonly Described[]): string {
  const rows = metrics.map(({ name, type, labelNames, help }) => {
    const labels = labelNames.map((label) => `\`${label}\``).join(', ');
    return `| \`${name}\` | ${type} | ${labels} | ${help} |`;
  });
  return ['| metric | type | labels | meaning |', '|---|---|---|---|', ...rows.sort()].join('\n');
}
