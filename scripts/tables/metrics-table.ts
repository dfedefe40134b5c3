import type { Registry } from 'prom-client';
import { createMetrics } from '../../src/observability/metrics.js';
import { PoolMetrics } from '../../src/workers/pool-metrics.js';
import { code, table } from './table.js';

const OURS = /^quire_/;

type Described = { name: string; help: string; type: string; labelNames: readonly string[] };

/** All metrics that a service has of its own. */
export function metricsTable(): string {
  const metrics = [createMetrics().registry, new PoolMetrics().registry].flatMap(metricsOf);
  return table(['metric', 'type', 'labels', 'meaning'], metrics.map(rowOf).sort(byName));
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

function rowOf({ name, type, labelNames, help }: Described): string[] {
  return [code(name), type, labelNames.map(code).join(', '), help];
}

function byName([a = '']: string[], [b = '']: string[]): number {
  return a < b ? -1 : 1;
}
