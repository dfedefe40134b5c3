import { pino } from 'pino';
import { freePorts } from '../../scripts/stack/ports.js';
import { makeClient } from '../support/opensearch-client.js';
import { readConfig } from '../../src/config/read-config.js';
import { openObjectStore, type Backends } from '../../src/server/backends.js';
import type { ObjectStore } from '../../src/ports/object-store.js';
import type { Client } from '../http/client.js';
import { exchange } from '../http/exchange.js';
import { startApi, type Api } from '../http/suite.js';
import { eventually } from '../races/support.js';
import { clusterStorage, type TestStorage } from '../support/modes.js';
import { describeCluster } from '../support/backends.js';
import { interceptCalls } from '../support/intercept-calls.js';
import { TcpGate } from '../support/tcp-gate.js';
import { FaultyServer } from './faulty-server.js';

const START_MS = 120_000;
const ROUND_MS = 60_000;

/** Short, so that a fact about them is known soon; a backend that is well and a machine that is busy keep them. */
const HASTE = {
  OPENSEARCH_TIMEOUT_MS: '600',
  S3_TIMEOUT_MS: '800',
  // A bulk may wait for one that is never answered, be read back before it is done, and be repeated.
  WRITE_DEADLINE_MS: '1800',
};

export type ServiceLogLine = Record<string, unknown> & { msg: string };
export type ReadinessAnswer = { status: string; missing: string[] };
export type FaultInjectionOptions = { storage?: TestStorage; redisUrl?: string; hasty?: boolean };

/** A service on real backends, with something before each that can take it away. */
export class FaultInjectedService {
  readonly openSearch: FaultyServer;
  readonly s3: FaultyServer;
  readonly redis: TcpGate;
  readonly storage: TestStorage;
  readonly #metricsPort: number;
  readonly #hasty: boolean;
  readonly #written: string[] = [];
  #api: Api | undefined;

  /** Everything but the service. */
  static async prepare({
    storage,
    redisUrl,
    hasty = false,
  }: FaultInjectionOptions = {}): Promise<FaultInjectedService> {
    const at = storage ?? (await clusterStorage());
    const env: Record<string, string> = { ...at.env, ...(redisUrl !== undefined && { REDIS_URL: redisUrl }) };
    const redis = new URL(String(env['REDIS_URL']));
    const [metricsPort = 0] = await freePorts(1);
    return new FaultInjectedService(at, {
      openSearch: await FaultyServer.before(String(env['OPENSEARCH_URL'])),
      s3: await FaultyServer.before(String(env['S3_ENDPOINT'])),
      redis: await TcpGate.start({ host: redis.hostname, port: Number(redis.port || 6379) }),
      metricsPort,
      hasty,
    });
  }

  static async start(options: FaultInjectionOptions = {}): Promise<FaultInjectedService> {
    const service = await FaultInjectedService.prepare(options);
    await service.start();
    return service;
  }

  private constructor(
    storage: TestStorage,
    backends: { openSearch: FaultyServer; s3: FaultyServer; redis: TcpGate; metricsPort: number; hasty: boolean },
  ) {
    this.storage = storage;
    this.openSearch = backends.openSearch;
    this.s3 = backends.s3;
    this.redis = backends.redis;
    this.#metricsPort = backends.metricsPort;
    this.#hasty = backends.hasty;
  }

  get api(): Api {
    if (!this.#api) throw new Error('the service does not run: use it in a hook or a test');
    return this.#api;
  }

  get env(): Record<string, string> {
    return {
      ...this.storage.env,
      ...(this.#hasty && HASTE),
      OPENSEARCH_URL: this.openSearch.url,
      S3_ENDPOINT: this.s3.url,
      REDIS_URL: `redis://127.0.0.1:${this.redis.port}`,
      METRICS_PORT: String(this.#metricsPort),
    };
  }

  async start(): Promise<void> {
    const logger = () =>
      pino(
        { level: 'info', base: null },
        {
          write: (line: string) => {
            this.#written.push(line);
          },
        },
      );
    const patient = this.#hasty ? await openObjectStore(readConfig(this.storage.env).storage) : undefined;
    const wrap = patient && ((backends: Backends) => ({ ...backends, store: proving(patient, backends.store) }));
    this.#api = await startApi({ ...this.storage, env: this.env }, { logger, ...(wrap && { wrap }) });
    await patient?.close();
  }

  /** What the service has logged since the start, or since the last `forgetLines`. */
  get lines(): ServiceLogLine[] {
    return this.#written.map((line) => JSON.parse(line) as ServiceLogLine);
  }

  forgetLines(): void {
    this.#written.length = 0;
  }

  async readiness(): Promise<ReadinessAnswer> {
    return (await this.api.stranger.get<ReadinessAnswer>('/health/ready')).body;
  }

  /** Until readiness says so; it believes its last look for a second. */
  async untilMissing(...names: string[]): Promise<void> {
    await eventually(
      `missing: ${names.join(', ') || 'nothing'}`,
      async () => (await this.readiness()).missing.join() === names.join(),
    );
  }

  /** The value of a metric that has no labels. */
  async metric(name: string): Promise<number> {
    const metrics = `http://127.0.0.1:${this.#metricsPort}`;
    const { text } = await exchange(metrics, { method: 'GET', path: '/metrics', headers: {} });
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  }

  /** Every backend is there again, without a fault; the service is not told. */
  async heal(): Promise<void> {
    this.redis.thaw();
    await Promise.all([this.openSearch.heal(), this.s3.heal(), this.redis.reopen()]);
  }

  async close(): Promise<void> {
    await this.heal();
    await this.#api?.close();
    await Promise.all([this.openSearch.close(), this.s3.close(), this.redis.close()]);
  }
}

/** More is asked of S3 at once by the proof at the start than by any request after it: it takes its time. */
function proving(patient: ObjectStore, hasty: ObjectStore): ObjectStore {
  return interceptCalls(hasty, ({ name, args, real }) => {
    if (!String(args[0]).startsWith('probes/')) return real();
    return Reflect.apply(Reflect.get(patient, name) as () => unknown, patient, args) as unknown;
  });
}

/** Facts about one service. Every backend is well and the service is ready before each. */
export function describeWithFaults(
  title: string,
  options: () => FaultInjectionOptions,
  facts: (service: () => FaultInjectedService) => void,
): void {
  describeCluster(`faults: ${title}`, function () {
    this.timeout(ROUND_MS);
    let service: FaultInjectedService | undefined;
    before(async function () {
      this.timeout(START_MS);
      service = await FaultInjectedService.start(options());
    });
    after(() => service?.close());
    facts(() => service as FaultInjectedService);
  });
}

/** A new owner's client, whose key the service has looked up. */
export async function callerOf(service: FaultInjectedService, plan = 'unmetered'): Promise<Client> {
  const caller = await service.api.caller({ plan });
  await eventually('a caller is known', async () => (await caller.get('/v1/folders')).status === 200);
  return caller;
}

/** An operator's own way to the cluster, in which no fault stands. */
export function openSearchClient(service: FaultInjectedService): ReturnType<typeof makeClient> {
  const { storage } = readConfig(service.storage.env);
  if (storage.mode !== 'cluster') throw new Error('the storage is no cluster');
  return makeClient(storage.openSearch);
}
