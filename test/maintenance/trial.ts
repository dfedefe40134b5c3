import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { readConfig } from '../../src/config/read-config.js';
import { LeaseRecords } from '../../src/log/lease-records.js';
import { openMaintenance } from '../../src/server/backends.js';
import { printedReport } from '../support/printed-report.js';
import type { ReindexReport } from '../../src/maintenance/reindex/reindex.js';
import { readStatus } from '../../src/maintenance/reindex/dry-run.js';
import type { MaintenanceBackends } from '../../src/maintenance/shared/with-lease.js';
import { Client, expectStatus } from '../http/client.js';
import { searchFor, type FoundPage } from '../http/making.js';
import { startQuire } from '../cli/quire.js';
import { issueKey } from '../support/issue-key.js';
import type { TestStorage } from '../support/modes.js';
import { withObjects } from '../support/with-objects.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { WorkloadClient } from './workload-client.js';
import { expectIndexEqualsLog } from './equals-log.js';
import { plantDocuments, type Planted } from './plant.js';

export type TrialOptions = {
  documents: number;
  mostVersions: number;
  writesPerSecond: number;
  /** How often the rebuild is killed on its way: early in the load, late in it, at the switch. */
  kills: number;
  random: () => number;
  note: ((line: string) => void) | undefined;
};

export type TrialReport = {
  mode: string;
  documents: number;
  kills: number;
  /** Of the last run alone. */
  pausedMs: number;
  documentsPerSecond: number;
  writes: number;
  searches: number;
  slowestWriteMs: number;
  slowestSearchMs: number;
};

const CLIENTS = 10;
const PLANTED_OWNERS = ['planted-one', 'planted-two', 'planted-three'];
const PAGE = 50;
/** S3Proxy reads the names of a whole folder for each page of a listing. */
const S3_TIMEOUT_MS = '30000';

/**
 * A rebuild of a log of some size, from an index that is lost first, then beside services that are written to and
 * searched, killed on its way; every answer in between is checked, and in the end everything.
 */
export class Trial {
  readonly #place: TestStorage;
  readonly #options: TrialOptions;
  #opened: MaintenanceBackends | undefined;
  readonly #services: ServiceProcess[] = [];
  readonly #workload: WorkloadClient[] = [];
  #planted: Planted[] = [];
  #readers: Client[] = [];
  #slowestSearchMs = 0;
  #searches = 0;
  #isOver = false;

  static async run(storage: TestStorage, options: TrialOptions): Promise<TrialReport> {
    const trial = new Trial(storage, options);
    try {
      await trial.#prepare();
      return await trial.#rebuildAtWork();
    } finally {
      await trial.#close();
    }
  }

  private constructor(storage: TestStorage, options: TrialOptions) {
    this.#place = storage;
    this.#options = options;
  }

  async #prepare(): Promise<void> {
    const { documents, mostVersions, random } = this.#options;
    const planting = { owners: PLANTED_OWNERS, documents, mostVersions, random };
    this.#planted = await withObjects(this.#place.env, (store) => plantDocuments(store, planting));
    this.#note(`planted ${documents} documents`);
    const report = await this.#reindex();
    expect(report.counts.documents).to.equal(documents);
    this.#note(`the index was built from the log alone: ${JSON.stringify(report.counts)}`);
    const services = this.#place.mode === 'cluster' ? 2 : 1;
    for (let i = 0; i < services; i++) this.#services.push(await startServiceProcess(this.#env));
    // Not before: without a service this process would own an embedded folder.
    this.#opened = await openMaintenance(readConfig(this.#place.env).storage);
    for (let i = 0; i < CLIENTS; i++) this.#workload.push(new WorkloadClient(await this.#clients(), random));
    this.#readers = await Promise.all(PLANTED_OWNERS.map(async (owner) => (await this.#clients(owner))[0] as Client));
  }

  async #rebuildAtWork(): Promise<TrialReport> {
    const working = Promise.all([
      ...this.#workload.map((client) =>
        client.act(
          () => this.#isOver,
          () => this.#breath(),
        ),
      ),
      ...this.#readers.map((reader, i) => this.#readPlanted(reader, PLANTED_OWNERS[i] as string)),
    ]);
    const begun = performance.now();
    const rebuilding = this.#rebuild().finally(() => {
      this.#isOver = true;
    });
    const [report] = await Promise.all([rebuilding, working]);
    const seconds = (performance.now() - begun) / 1_000;
    for (const client of this.#workload) await client.verify();
    const documents = await expectIndexEqualsLog(this.#backends);
    const sum = (count: (client: WorkloadClient) => number) =>
      this.#workload.reduce((all, client) => all + count(client), 0);
    const most = (value: (client: WorkloadClient) => number) => Math.max(...this.#workload.map(value));
    return {
      mode: this.#place.mode,
      documents,
      kills: this.#options.kills,
      pausedMs: Math.round(report.pausedMs),
      documentsPerSecond: Math.round(report.counts.documents / seconds),
      writes: sum(({ writes }) => writes),
      searches: sum(({ searches }) => searches) + this.#searches,
      slowestWriteMs: Math.round(most(({ slowestWriteMs }) => slowestWriteMs)),
      slowestSearchMs: Math.round(
        Math.max(
          this.#slowestSearchMs,
          most(({ slowestSearchMs }) => slowestSearchMs),
        ),
      ),
    };
  }

  /** Killed where it was planned, and run again each time. */
  async #rebuild(): Promise<ReindexReport> {
    const { documents, kills } = this.#options;
    for (let kill = 1; kill <= kills; kill++) {
      const running = startQuire(this.#env, 'reindex', '--json');
      let hasEnded = false;
      void running.ended.then(() => {
        hasEnded = true;
      });
      const goal = kill === 3 ? undefined : documents * (kill === 1 ? 0.3 : 0.7);
      while (!hasEnded && !(await this.#hasReached(goal))) await delay(5);
      running.kill('SIGKILL');
      const { code } = await running.ended;
      expect(code, 'the rebuild was to be killed on its way').to.equal(null);
      this.#note(`killed ${goal === undefined ? 'at the switch' : `after ${goal} documents`}`);
    }
    return this.#reindex();
  }

  /** Undefined: the switch. */
  async #hasReached(goal: number | undefined): Promise<boolean> {
    const { rebuild, state } = await readStatus(new LeaseRecords(this.#backends.store));
    if (!rebuild || state !== 'running or killed') return false;
    if (rebuild.phase === 'switching') return true;
    return goal !== undefined && (rebuild.phase !== 'loading' || rebuild.counts.documents >= goal);
  }

  async #reindex(): Promise<ReindexReport> {
    const { code, stdout, stderr } = await startQuire(this.#env, 'reindex', '--json').ended;
    expect(code, stderr).to.equal(0);
    return printedReport(stdout);
  }

  /** Nobody writes to these: every page must always be the same. */
  async #readPlanted(reader: Client, owner: string): Promise<void> {
    const living = this.#planted
      .flatMap(({ owner: of, last }) => (of === owner && !last.deleted ? [last] : []))
      .map(({ document, title, version }) => [document.id, title, version])
      .sort(([, a], [, b]) => (String(a) < String(b) ? -1 : 1));
    for (let offset = 0; !this.#isOver; offset = offset + PAGE < living.length ? offset + PAGE : 0) {
      const begun = performance.now();
      const answer = await reader.get<FoundPage>(searchFor({ q: 'planted', limit: PAGE, offset }));
      this.#slowestSearchMs = Math.max(this.#slowestSearchMs, performance.now() - begun);
      this.#searches++;
      const found = expectStatus(answer, 200).results.map((one) => [one.id, one.title, one.current_version]);
      expect(found).to.deep.equal(living.slice(offset, offset + PAGE));
      await this.#breath();
    }
  }

  #breath(): Promise<unknown> {
    return delay((CLIENTS * 1_000) / this.#options.writesPerSecond);
  }

  get #backends(): MaintenanceBackends {
    if (!this.#opened) throw new Error('no service has been started');
    return this.#opened;
  }

  get #env(): Record<string, string> {
    return { ...this.#place.env, PUBLIC_URL: 'https://docs.example', S3_TIMEOUT_MS };
  }

  async #clients(owner?: string): Promise<Client[]> {
    const key = await issueKey(this.#env, owner === undefined ? {} : { owner });
    return this.#services.map(({ url }) => new Client(url, { 'X-API-Key': key }));
  }

  #note(line: string): void {
    this.#options.note?.(line);
  }

  async #close(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#services.map((service) => service.stop()));
    await Promise.all([this.#opened?.store.close(), this.#opened?.admin.close()]);
  }
}
