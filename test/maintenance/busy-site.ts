import { expect } from 'chai';
import type { ReindexReport } from '../../src/maintenance/reindex/reindex.js';
import { startQuire } from '../cli/quire.js';
import { Client } from '../http/client.js';
import { issueKey } from '../support/issue-key.js';
import type { TestStorage } from '../support/modes.js';
import { printedReport } from '../support/printed-report.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { HotWriters } from './hot-writers.js';

export type Load = { documents: number; writesPerSecond: number };

export type Rebuilt = {
  report: ReindexReport;
  /** The longest time in which no write was acknowledged, in milliseconds. */
  waitedMs: number;
  /** The longest time from a push to its answer, in milliseconds. */
  pushMs: number;
  /** Acknowledged writes a second. */
  rate: number;
};

/** One service or more, and those who write to them while their index is rebuilt. */
export class Site {
  readonly storage: TestStorage;
  readonly #services: readonly ServiceProcess[];
  readonly #clients: readonly Client[];

  static async open(storage: TestStorage, count = 1): Promise<Site> {
    const services = [await startServiceProcess(storage.env)];
    while (services.length < count) services.push(await startServiceProcess(storage.env));
    const key = { 'X-API-Key': await issueKey(storage.env) };
    return new Site(
      storage,
      services,
      services.map(({ url }) => new Client(url, key)),
    );
  }

  private constructor(storage: TestStorage, services: readonly ServiceProcess[], clients: readonly Client[]) {
    this.storage = storage;
    this.#services = services;
    this.#clients = clients;
  }

  /** A rebuild in a process of its own, which must succeed, checked by those who write meanwhile. */
  async rebuild(load: Load, env: Record<string, string> = {}): Promise<Rebuilt> {
    const writers = await HotWriters.begin(this.#clients, load);
    const { code, stdout, stderr } = await startQuire({ ...this.storage.env, ...env }, 'reindex', '--json').ended;
    await writers.end();
    expect(code, stderr).to.equal(0);
    await writers.verify();
    const { longestWaitMs: waitedMs, longestPushMs: pushMs, rate } = writers;
    return { report: printedReport(stdout), waitedMs, pushMs, rate };
  }

  async close(): Promise<void> {
    await Promise.all(this.#services.map((service) => service.stop()));
    await this.storage.dispose();
  }
}

/** The site of a suite; to be used in hooks and tests. */
export function siteOf(makeStorage: () => Promise<TestStorage>, services = 1): () => Site {
  let site: Site | undefined;
  before(async function () {
    this.timeout(60_000);
    site = await Site.open(await makeStorage(), services);
  });
  after(() => site?.close());
  return () => site as Site;
}
