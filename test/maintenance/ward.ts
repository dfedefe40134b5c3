import { readConfig } from '../../src/config/read-config.js';
import { FolderLog } from '../../src/log/folder-log.js';
import { VersionLog } from '../../src/log/version-log.js';
import { openSharedCounters } from '../../src/backends.js';
import type { Counters } from '../../src/ports/counters.js';
import type { CheckOptions } from '../../src/maintenance/doctor/check-context.js';
import { compareIndex, repairIndex, type DoctorReport } from '../../src/maintenance/doctor/doctor.js';
import type { RepairOptions } from '../../src/maintenance/doctor/doctor-state.js';
import { collectGarbage, previewGarbage, type GcReport } from '../../src/maintenance/gc/gc.js';
import type { LeaseTiming } from '../../src/maintenance/shared/lease.js';
import {
  readContext,
  withLease,
  type MaintenanceBackends as Parts,
  type MaintenanceWork,
} from '../../src/maintenance/shared/with-lease.js';
import { Client } from '../http/client.js';
import type { KeyWish } from '../support/issue-key.js';
import type { Place } from '../support/modes.js';
import { currentName } from '../support/rebuild-helpers.js';
import { NO_PROGRESS, QUICK, Town } from './town.js';

export const DAY_MS = 86_400_000;
export const RETENTION_MS = 35 * DAY_MS;

export type Care = Partial<CheckOptions & RepairOptions> & {
  parts?: Parts;
  timing?: LeaseTiming;
  stop?: AbortSignal;
  counters?: Counters;
};

export type Collection = {
  retentionMs?: number;
  /** What time it is then. */
  at?: string;
  parts?: Parts;
  timing?: LeaseTiming;
};

/** A service, and all that it takes to break its index and to mend it. */
export class Ward {
  readonly town: Town;
  readonly counters: Counters | undefined;
  readonly log: VersionLog;
  readonly folders: FolderLog;

  static async open(place: Place, actors = 0): Promise<Ward> {
    const town = await Town.found(place, actors);
    return new Ward(town, await openSharedCounters(readConfig({ REDIS_TIMEOUT_MS: '500', ...place.env }).storage));
  }

  private constructor(town: Town, counters: Counters | undefined) {
    this.town = town;
    this.counters = counters;
    this.log = new VersionLog(town.parts.store);
    this.folders = new FolderLog(town.parts.store);
  }

  get place(): Place {
    return this.town.service.place;
  }

  get parts(): Parts {
    return this.town.parts;
  }

  index(): Promise<string> {
    return currentName(this.parts.rebuild);
  }

  async caller(wish: KeyWish = {}): Promise<Client> {
    return new Client(this.town.service.url, { 'X-API-Key': await this.town.service.issueKey(wish) });
  }

  /** Whatever was begun before is old, unless a time is given that writes may take. */
  look({ parts = this.parts, stop, counters = this.counters, ...care }: Care = {}): Promise<DoctorReport> {
    return compareIndex(withCounters(readContext(parts, workOf(stop)), counters), { ...CARE, ...care });
  }

  /** As a process of its own would do it. */
  repair({
    parts = this.parts,
    timing = QUICK,
    stop,
    counters = this.counters,
    ...care
  }: Care = {}): Promise<DoctorReport> {
    return withLease(parts, { ...workOf(stop), maintenance: 'doctor', timing }, (tools) =>
      repairIndex(withCounters(tools, counters), { ...CARE, ...REPAIR, ...care }),
    );
  }

  preview({ retentionMs = RETENTION_MS, at, parts = this.parts }: Collection = {}): Promise<GcReport> {
    return previewGarbage(readContext(parts, { ...workOf(), now: clockAt(at) }), retentionMs);
  }

  gc({ at, parts = this.parts, timing = QUICK, retentionMs = RETENTION_MS }: Collection = {}): Promise<GcReport> {
    return withLease(parts, { ...workOf(), maintenance: 'gc', timing, now: clockAt(at) }, (tools) =>
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
    await this.town.close();
  }
}

const CARE: CheckOptions = { quick: false, everyVersion: false, writeMs: 0 };
const REPAIR: RepairOptions = { limitShare: 0.05, force: false };

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

function withCounters<T>(tools: T, counters: Counters | undefined): T & { counters: Counters | undefined } {
  return { ...tools, counters };
}

/** The ward of a suite; to be used in hooks and tests. */
export function wardOf(makePlace: () => Promise<Place>, actors = 0): () => Ward {
  let ward: Ward | undefined;
  before(async function () {
    this.timeout(60_000);
    ward = await Ward.open(await makePlace(), actors);
  });
  after(() => ward?.close());
  return () => ward as Ward;
}
