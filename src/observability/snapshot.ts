import { AggregatorRegistry, type Aggregator, type Registry } from 'prom-client';

export type Snapshot = readonly SnapshotMetric[];

type SnapshotMetric = {
  name: string;
  help: string;
  type: string;
  aggregator: Aggregator;
  values: readonly { value: number; labels: object; metricName?: string }[];
};

/** Aggregation where the library's default (mostly the sum) would mislead. */
const AGGREGATORS: Readonly<Record<string, Aggregator>> = {
  // The primary process is the oldest. Its start is that of the service.
  process_start_time_seconds: 'min',
  // The process nearest to its limit; a sum would be compared to the limit of one.
  process_open_fds: 'max',
  process_max_fds: 'min',
  // The slowest process; a mean hides one that hangs among many.
  nodejs_eventloop_lag_seconds: 'max',
  nodejs_eventloop_lag_p50_seconds: 'max',
  nodejs_eventloop_lag_p90_seconds: 'max',
  nodejs_eventloop_lag_p99_seconds: 'max',
};

export async function snapshotOf(registry: Registry): Promise<Snapshot> {
  // The library declares the wrong type for `type`, which is a string.
  const metrics = (await registry.getMetricsAsJSON()) as unknown as Snapshot;
  return metrics.map((metric) => ({
    ...metric,
    aggregator: AGGREGATORS[metric.name] ?? metric.aggregator,
    // NaN means nothing measured yet. It would make every sum NaN.
    values: metric.values.filter(({ value }) => Number.isFinite(value)),
  }));
}

/** The totals of ended processes. A falling counter would be taken for a restarted one. */
export function totalsOf(snapshots: readonly Snapshot[]): Snapshot {
  const merged = merge(snapshots).getMetricsAsArray() as unknown as Snapshot;
  return merged.filter(({ type }) => type !== 'gauge');
}

export function textOf(snapshots: readonly Snapshot[]): Promise<string> {
  return merge(snapshots).metrics();
}

function merge(snapshots: readonly Snapshot[]): Registry {
  return AggregatorRegistry.aggregate(snapshots as Snapshot[]);
}
