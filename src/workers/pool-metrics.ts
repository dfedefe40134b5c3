import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { MetricsSource } from '../observability/metrics.js';
import { snapshotOf, textOf, totalsOf, type Snapshot } from '../observability/snapshot.js';

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
    return textOf([own, ...[...this.#members].map(({ metrics }) => metrics), this.#ended]);
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
