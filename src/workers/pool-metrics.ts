import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Registry, type Aggregator } from 'prom-client';
import type { MetricsSource } from '../observability/metrics.js';

/** Much shorter than a Prometheus scrape timeout. */
const DEADLINE_MS = 2_000;

export type Measured = { readonly metrics: Snapshot; refreshMetrics(forMs: number): Promise<void> };

/** Metrics of all processes. A late worker counts with its newest snapshot, an ended one with its totals. */
export class PoolMetrics implements MetricsSource {
  /** Of this process alone. */
  readonly registry = new Registry();
  readonly #members = new Set<Measured>();
  readonly #deaths: Counter;
  #ended: Snapshot = [];

  constructor() {
    const registers = [this.registry];
    const members = this.#members;
    collectDefaultMetrics({ register: this.registry });
    new Gauge({
      name: 'quire_workers',
      registers,
      help: 'Worker processes that take requests',
      collect() {
        this.set(members.size);
      },
    });
    this.#deaths = new Counter({
      name: 'quire_worker_deaths_total',
      registers,
      help: 'Worker processes that were killed or failed',
    });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  async metrics(): Promise<string> {
    const [own] = await Promise.all([
      snapshotOf(this.registry),
      ...[...this.#members].map((member) => member.refreshMetrics(DEADLINE_MS)),
    ]);
    // This is one synchronous step: a worker that ended meanwhile is in `#ended` only, so it counts once.
    return merge([own, ...[...this.#members].map(({ metrics }) => metrics), this.#ended]).metrics();
  }

  joined(member: Measured): void {
    this.#members.add(member);
  }

  left(member: Measured, isDeath: boolean): void {
    this.#members.delete(member);
    this.#ended = totalsOf([this.#ended, member.metrics]);
    if (isDeath) this.#deaths.inc();
  }
}

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
function totalsOf(snapshots: readonly Snapshot[]): Snapshot {
  const merged = merge(snapshots).getMetricsAsArray() as unknown as Snapshot;
  return merged.filter(({ type }) => type !== 'gauge');
}

function merge(snapshots: readonly Snapshot[]): Registry {
  return AggregatorRegistry.aggregate(snapshots as Snapshot[]);
}
