import { readConfig } from '../../src/config/read-config.js';
import { FolderLog } from '../../src/log/folder-log.js';
import { KeyLog } from '../../src/log/key-log.js';
import { VersionLog } from '../../src/log/version-log.js';
import { openSharedCounters } from '../../src/server/backends.js';
import type { CounterStore } from '../../src/ports/counter-store.js';
import { compareIndex, repairIndex, type DoctorReport } from '../../src/maintenance/doctor/doctor.js';
import { collectGarbage, previewGarbage, type GcReport } from '../../src/maintenance/gc/gc.js';
import type { LeaseTiming } from '../../src/maintenance/shared/lease.js';
import {
  readContext,
  withLease,
  type MaintenanceBackends,
  type MaintenanceWork,
} from '../../src/maintenance/shared/with-lease.js';
import { Client } from '../http/client.js';
import { unique } from '../http/making.js';
import type { KeyOptions } from '../support/issue-key.js';
import type { TestStorage } from '../support/modes.js';
import { currentName } from '../support/rebuild-helpers.js';
import { NO_PROGRESS, QUICK, ReindexHarness } from './reindex-harness.js';

export const DAY_MS = 86_400_000;
export const RETENTION_MS = 35 * DAY_MS;

export type DoctorOptions = {
  /** Without it every earlier write is old. */
  writeMs?: number;
  force?: boolean;
  backends?: MaintenanceBackends;
  timing?: LeaseTiming;
  stop?: AbortSignal;
  counters?: CounterStore;
};

export type Collection = {
  retentionMs?: number;
  /** What time it is then. */
  at?: string;
  backends?: MaintenanceBackends;
  timing?: LeaseTiming;
};

/** A service, and all that it takes to break its index and to repair it. */
export class MaintenanceHarness {
  readonly reindexHarness: ReindexHarness;
  readonly counters: CounterStore | undefined;
  readonly log: VersionLog;
  readonly folders: FolderLog;
  readonly keyLog: KeyLog;

  static async open(storage: TestStorage, clients = 0): Promise<MaintenanceHarness> {
    const reindexHarness = await ReindexHarness.found(storage, clients);
    return new MaintenanceHarness(reindexHarness, await openSharedCounters(readConfig(storage.env).storage));
  }

  private constructor(reindexHarness: ReindexHarness, counters: CounterStore | undefined) {
    this.reindexHarness = reindexHarness;
    this.counters = counters;
    this.log = new VersionLog(reindexHarness.backends.store);
    this.folders = new FolderLog(reindexHarness.backends.store);
    this.keyLog = new KeyLog(reindexHarness.backends.store);
  }

  get storage(): TestStorage {
    return this.reindexHarness.service.storage;
  }

  get backends(): MaintenanceBackends {
    return this.reindexHarness.backends;
  }

  index(): Promise<string> {
    return currentName(this.backends.admin);
  }

  async caller(options: KeyOptions = {}): Promise<Client> {
    return new Client(this.reindexHarness.service.url, {
      'X-API-Key': await this.reindexHarness.service.issueKey(options),
    });
  }

  /** A client of a new owner. */
  async newCaller(): Promise<{ owner: string; client: Client }> {
    const owner = unique();
    return { owner, client: await this.caller({ owner }) };
  }

  look({
    backends = this.backends,
    stop,
    counters = this.counters,
    writeMs = 0,
  }: DoctorOptions = {}): Promise<DoctorReport> {
    return compareIndex({ ...readContext(backends, workOf(stop)), counters, writeMs });
  }

  /** As a process of its own would do it. */
  repair({
    backends = this.backends,
    timing = QUICK,
    stop,
    counters = this.counters,
    writeMs = 0,
    force = false,
  }: DoctorOptions = {}): Promise<DoctorReport> {
    return withLease(backends, { ...workOf(stop), maintenance: 'doctor', timing }, (tools) =>
      repairIndex({ ...tools, counters, writeMs }, { force }),
    );
  }

  preview({ retentionMs = RETENTION_MS, at, backends = this.backends }: Collection = {}): Promise<GcReport> {
    return previewGarbage(readContext(backends, { ...workOf(), now: clockAt(at) }), retentionMs);
  }

  gc({ at, backends = this.backends, timing = QUICK, retentionMs = RETENTION_MS }: Collection = {}): Promise<GcReport> {
    return withLease(backends, { ...workOf(), maintenance: 'gc', timing, now: clockAt(at) }, (tools) =>
      collectGarbage(tools, retentionMs),
    );
  }

  /** And once more when the retention has passed again: what the first one has emptied is freed. */
  async gcAndFree(collection: Collection = {}): Promise<GcReport> {
    await this.gc(collection);
    return this.gc({ ...collection, at: MUCH_LATER });
  }

  /** Where it was interrupted in a document the retention passes three times. */
  async gcToTheEnd(): Promise<GcReport> {
    await this.gcAndFree();
    return this.gc({ at: laterBy(2) });
  }

  async close(): Promise<void> {
    await this.counters?.close();
    await this.reindexHarness.close();
  }
}

/** Then everything that is there now is old, and created in a month that is over. */
const LATER_MS = 62 * DAY_MS;

/** Longer than the retention after that. */
export const MUCH_LATER = laterBy(1);

function laterBy(retentions: number): string {
  return new Date(Date.now() + LATER_MS + retentions * (RETENTION_MS + 5 * DAY_MS)).toISOString();
}

function clockAt(time = new Date(Date.now() + LATER_MS).toISOString()): () => Date {
  return () => new Date(time);
}

function workOf(stop = new AbortController().signal): Omit<MaintenanceWork, 'maintenance'> {
  return { progress: NO_PROGRESS, stop };
}

/** The harness of a suite; to be used in hooks and tests. */
export function maintenanceHarnessOf(makeStorage: () => Promise<TestStorage>, clients = 0): () => MaintenanceHarness {
  let harness: MaintenanceHarness | undefined;
  before(async function () {
    this.timeout(60_000);
    harness = await MaintenanceHarness.open(await makeStorage(), clients);
  });
  after(() => harness?.close());
  return () => harness as MaintenanceHarness;
}
