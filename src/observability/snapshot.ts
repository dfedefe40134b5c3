import { AggregatorRegistry, type Aggregator, type Registry } from 'prom-client';

/** All metrics of one process at one moment, as they travel between processes. */
export type Snapshot = readonly SnapshotMetric[];

type SnapshotMetric = {
  name: string; help: string; type: string; aggregator: Aggregator;
  values: readonly { value: number; labels: object; metricName?: string }[];
};

/** How values of several processes become one where the library's own way (mostly the sum) would mislead. */
const AGGREGATORS: Readonly<Record<string, Aggregator>> = {
  // Since when there is a service: the process that has started the others is the oldest.
  process_start_time_seconds: 'min',
  // The process that is nearest to its limit; a sum would be compared to the limit of one.
  process_open_fds: 'max',
  process_max_fds: 'min',
  // The slowest process; a mean hides one that hangs among many that do not.
  nodejs_eventloop_lag_seconds: 'max',
  nodejs_eventloop_lag_p50_seconds: 'max',
  nodejs_eventloop_lag_p90_seconds: 'max',
  nodejs_eventloop_lag_p99_seconds: 'max',
};

export async function snapshotOf(registry: Registry): Promise<Snapshot> {
  // The library's types are wrong about `type`, which is a word.
  const metrics = await registry.getMetricsAsJSON() as unknown as Snapshot;
  return metrics.map((metric) => ({
    ...metric,
    aggregator: AGGREGATORS[metric.name] ?? metric.aggregator,
    // Nothing has been measured yet: no number, and it would make none of every sum.
    values: metric.values.filter(({ value }) => Number.isFinite(value)),
  }));
}

/** What remains of processes that have ended: a counter that fell with them would be taken for one that began anew. */
export function totalsOf(snapshots: readonly Snapshot[]): Snapshot {
  const merged = merge(snapshots).getMetricsAsArray() as unknown as Snapshot;
  return merged.filter(({ type }) => type !== 'gauge');
}

/** In the format of Prometheus. */
export function textOf(snapshots: readonly Snapshot[]): Promise<string> {
  return merge(snapshots).metrics();
}

function merge(snapshots: readonly Snapshot[]): Registry {
  return AggregatorRegistry.aggregate(snapshots as Snapshot[]);
}
