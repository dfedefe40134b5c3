import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../../src/config/read-config.js';
import { RETENTION_MS } from '../../src/domain/limits.js';
import { openMaintenance } from '../../src/server/backends.js';
import { persistFor, type RetryTimes } from '../../src/platform/retry.js';
import type { MaintenanceContext } from '../../src/maintenance/shared/rebuild-job.js';
import type { LeaseTiming } from '../../src/maintenance/shared/lease.js';
import type { ProgressReporter } from '../../src/platform/progress.js';
import { reindex, type ReindexOptions, type ReindexReport } from '../../src/maintenance/reindex/reindex.js';
import { withLease, type MaintenanceBackends } from '../../src/maintenance/shared/with-lease.js';
import { Client } from '../http/client.js';
import { startService, type RunningService } from '../support/in-process-service.js';
import type { TestStorage } from '../support/modes.js';
import { WorkloadClient } from './workload-client.js';
import type { Stepping } from './stepping.js';

/** A holder is dead after a tenth of a second without a sign of life. */
export const QUICK: LeaseTiming = { renewMs: 20, deadMs: 100 };
/** Gives no sign of life within a test: to be thought dead at once. */
export const SILENT: LeaseTiming = { renewMs: 600_000, deadMs: 100 };

export const NO_PROGRESS: ProgressReporter = {
  start: () => undefined,
  expect: () => undefined,
  advance: () => undefined,
  note: () => undefined,
  stop: () => undefined,
};

/** Between what one owner does and does next: so that there is time for the rebuild too. */
const PAUSE_MS = 25;

export type ReindexRun = {
  timing?: LeaseTiming;
  /** What it works on in the place of the harness's own. */
  backends?: MaintenanceBackends;
  stepping?: Stepping;
  options?: Partial<ReindexOptions>;
  stop?: AbortSignal;
  now?: () => Date;
  patience?: RetryTimes;
  progress?: ProgressReporter;
};

/** A service, what a rebuild works on, and owners who are at work. */
export class ReindexHarness {
  readonly service: RunningService;
  readonly backends: MaintenanceBackends;
  readonly clients: WorkloadClient[] = [];

  static async found(storage: TestStorage, clients: number): Promise<ReindexHarness> {
    const service = await startService(storage);
    const harness = new ReindexHarness(service, await openMaintenance(readConfig(storage.env).storage));
    for (let i = 0; i < clients; i++) {
      harness.clients.push(new WorkloadClient([new Client(service.url, { 'X-API-Key': await service.issueKey() })]));
    }
    return harness;
  }

  private constructor(service: RunningService, backends: MaintenanceBackends) {
    this.service = service;
    this.backends = backends;
  }

  /** Everybody writes so many times. */
  async writes(each: number): Promise<void> {
    await Promise.all(
      this.clients.map(async (client) => {
        for (let i = 0; i < each; i++) await client.write();
      }),
    );
  }

  /** Writers and readers go on while it works. Their faults are raised. */
  async atWork<T>(work: () => Promise<T>): Promise<T> {
    let isOver = false;
    const acting = Promise.all(
      this.clients.map((client) =>
        client.act(
          () => isOver,
          () => delay(PAUSE_MS),
        ),
      ),
    );
    try {
      return await Promise.race([
        work(),
        acting.then(() => {
          throw new Error('nobody is at work any more');
        }),
      ]);
    } finally {
      isOver = true;
      await acting;
    }
  }

  /** A rebuild as a process of its own would do it. */
  reindex({ options, ...run }: ReindexRun = {}): Promise<ReindexReport> {
    return this.maintain(run, (tools) =>
      reindex(tools, {
        retentionMs: RETENTION_MS,
        keepOldMs: 0,
        discardIndex: false,
        acceptUnreadable: false,
        ...options,
      }),
    );
  }

  maintain<T>(run: ReindexRun, act: (tools: MaintenanceContext) => Promise<T>): Promise<T> {
    const { stepping, backends: own = this.backends, timing = QUICK, now, patience, progress = NO_PROGRESS } = run;
    const { stop = new AbortController().signal } = run;
    const backends = stepping ? { store: stepping.wrap(own.store), admin: stepping.wrap(own.admin) } : own;
    const work = { maintenance: 'reindex', progress, stop, timing, ...(now ? { now } : {}) } as const;
    return withLease(backends, work, (tools) => act(patience ? { ...tools, persist: persistFor(patience) } : tools));
  }

  async verify(): Promise<void> {
    for (const client of this.clients) await client.verify();
  }

  async close(): Promise<void> {
    await Promise.all([this.backends.store.close(), this.backends.admin.close()]);
    await this.service.close();
  }
}

/** The harness of a suite; to be used in hooks and tests. */
export function reindexHarnessOf(makeStorage: () => Promise<TestStorage>, clients = 3): () => ReindexHarness {
  let harness: ReindexHarness | undefined;
  before(async function () {
    this.timeout(60_000);
    harness = await ReindexHarness.found(await makeStorage(), clients);
    await harness.writes(12);
  });
  after(() => harness?.close());
  return () => harness as ReindexHarness;
}
