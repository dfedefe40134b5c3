import { expect } from 'chai';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { PoolMetrics, snapshotOf, type Measured, type Snapshot } from '../../src/workers/pool-metrics.js';

/** A worker with metrics of its own. */
class Process implements Measured {
  metrics: Snapshot = [];
  readonly registry = new Registry();
  readonly requests = new Counter({ name: 'requests', help: 'x', labelNames: ['status'], registers: [this.registry] });
  readonly seconds = new Histogram({ name: 'seconds', help: 'x', buckets: [1, 2], registers: [this.registry] });
  readonly memory = new Gauge({ name: 'memory', help: 'x', registers: [this.registry] });
  readonly shared = new Gauge({ name: 'shared', help: 'x', aggregator: 'min', registers: [this.registry] });
  readonly lag = new Gauge({
    name: 'nodejs_eventloop_lag_p99_seconds',
    help: 'x',
    aggregator: 'average',
    registers: [this.registry],
  });
  /** Undefined: it answers at once. */
  hangs: Promise<void> | undefined;

  async refreshMetrics(): Promise<void> {
    await this.hangs;
    if (!this.hangs) this.metrics = await snapshotOf(this.registry);
  }
}

describe('metrics of several workers', () => {
  let metrics: PoolMetrics;
  let one: Process;
  let other: Process;
  beforeEach(() => {
    metrics = new PoolMetrics();
    [one, other] = [new Process(), new Process()];
    for (const each of [one, other]) metrics.joined(each);
  });

  async function value(series: string): Promise<number> {
    const lines = (await metrics.metrics()).split('\n').filter((line) => line.startsWith(`${series} `));
    expect(lines, series).to.have.length(1);
    return Number(lines[0]?.split(' ')[1]);
  }

  it('are added up where they count, and otherwise are those of the worker that matters', async () => {
    one.requests.inc({ status: '200' }, 3);
    other.requests.inc({ status: '200' }, 4);
    other.requests.inc({ status: '404' });
    one.seconds.observe(0.5);
    other.seconds.observe(1.5);
    for (const [each, n] of [
      [one, 1],
      [other, 5],
    ] as const) {
      each.memory.set(n);
      each.shared.set(n);
      each.lag.set(n);
    }
    expect(await value('requests{status="200"}')).to.equal(7);
    expect(await value('requests{status="404"}')).to.equal(1);
    expect(await value('seconds_bucket{le="1"}')).to.equal(1);
    expect(await value('seconds_bucket{le="+Inf"}')).to.equal(2);
    expect(await value('memory')).to.equal(6);
    expect(await value('shared')).to.equal(1);
    expect(await value('nodejs_eventloop_lag_p99_seconds')).to.equal(5);
  });

  it('are no number where one of them has measured nothing yet', async () => {
    one.memory.set(NaN);
    other.memory.set(2);
    expect(await value('memory')).to.equal(2);
  });

  it('do not fall when a worker ends, but for what is no more', async () => {
    for (const each of [one, other]) {
      each.requests.inc({ status: '200' }, 2);
      each.seconds.observe(1.5);
      each.memory.set(10);
    }
    await metrics.metrics();
    metrics.left(one, true);
    expect(await value('requests{status="200"}')).to.equal(4);
    expect(await value('seconds_sum')).to.equal(3);
    expect(await value('memory')).to.equal(10);
    metrics.left(other, false);
    expect(await value('requests{status="200"}')).to.equal(4);
    expect(await value('quire_worker_deaths_total')).to.equal(1);
  });

  it('count a worker once that ends while they are collected', async () => {
    one.requests.inc({ status: '200' }, 2);
    await metrics.metrics();
    let answer = (): void => undefined;
    other.hangs = new Promise((resolve) => {
      answer = resolve;
    });
    const collected = value('requests{status="200"}');
    metrics.left(one, true);
    answer();
    expect(await collected).to.equal(2);
  });

  it('say how many workers there are, and what they and their parent are as one service', async () => {
    expect(await value('quire_workers')).to.equal(2);
    metrics.left(one, true);
    expect(await value('quire_workers')).to.equal(1);
    expect(await value('process_start_time_seconds')).to.be.closeTo(Date.now() / 1_000, 3_600);
  });
});
