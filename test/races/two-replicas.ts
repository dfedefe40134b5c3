import { setImmediate as nextTurn } from 'node:timers/promises';
import { UnavailableError } from '../../src/domain/errors.js';
import { readConfig } from '../../src/config/read-config.js';
import { openBackends, type Backends } from '../../src/server/backends.js';
import { createLogger } from '../../src/observability/logger.js';
import { createService, type Service } from '../../src/server/service.js';
import { Client } from '../http/client.js';
import { issueKey, type KeyOptions } from '../support/issue-key.js';
import { interceptCalls } from '../support/intercept-calls.js';
import { describeModes, type TestStorage } from '../support/modes.js';
import { until } from '../support/until.js';
import { SHARED_SETTINGS, type ReplicaCallers } from './support.js';

const START_MS = 60_000;
const PLANS = JSON.stringify({ 'one-document': { per_minute: 100_000, per_day: 100_000, documents_per_month: 1 } });

/** What happens in the place of a call to a backend; `real` makes the call. */
export type ReplicaFault = (real: () => Promise<unknown>, args: readonly unknown[]) => Promise<unknown>;
/** The calls of the three ports that the protocol's steps are made of. */
export type ReplicaCall =
  | 'admit'
  | 'create'
  | 'read'
  | 'readHead'
  | 'listDocuments'
  | 'search'
  | 'writeHead'
  | 'raiseKey'
  | 'readKey'
  | 'refresh'
  | 'bumpEpoch'
  | 'releaseQuota';

/** Stands between one service and its real backends. */
export class ReplicaFaults {
  readonly #armed = new Map<string, { fault: ReplicaFault; times: number }>();
  readonly #late: (() => Promise<unknown>)[] = [];
  readonly #counts = new Map<string, number>();
  #underWay = 0;

  /** The next `times` calls are the fault's; those under way already are not. */
  arm(call: ReplicaCall, fault: ReplicaFault, times = Infinity): void {
    this.#armed.set(call, { fault, times });
  }

  /** The next call only. */
  once(call: ReplicaCall, fault: ReplicaFault): void {
    this.arm(call, fault, 1);
  }

  /** Nothing is armed any more, nothing is late, and counts begin at 0. */
  clear(): void {
    this.#armed.clear();
    this.#counts.clear();
    this.#late.length = 0;
  }

  disarm(): void {
    this.#armed.clear();
  }

  /** A request that is answered at its deadline may have a call under way, which another one follows. */
  async atRest(): Promise<void> {
    await nextTurn();
    await until(async () => this.#underWay === 0);
  }

  count(call: ReplicaCall): number {
    return this.#counts.get(call) ?? 0;
  }

  /** The call fails and does nothing. */
  readonly failed: ReplicaFault = async () => {
    throw new UnavailableError('failed before anything was done');
  };

  /** The call does what it should, and its answer is lost. */
  readonly lost: ReplicaFault = async (real) => {
    await real();
    throw new UnavailableError('done, but the answer was lost');
  };

  /** The call fails, and does what it should when `land` is called. */
  readonly late: ReplicaFault = async (real) => {
    this.#late.push(real);
    throw new UnavailableError('not done yet');
  };

  /** Lets everything happen that is late; what of it fails, fails unheard. */
  async land(): Promise<void> {
    await Promise.allSettled(this.#late.splice(0).map((real) => real()));
  }

  run(call: string, real: () => unknown, args: readonly unknown[]): unknown {
    this.#counts.set(call, (this.#counts.get(call) ?? 0) + 1);
    const result = this.#begin(call, real, args);
    if (result instanceof Promise) this.#watch(result);
    return result;
  }

  #begin(call: string, real: () => unknown, args: readonly unknown[]): unknown {
    const armed = this.#armed.get(call);
    if (!armed || armed.times <= 0) return real();
    armed.times--;
    return armed.fault(async () => real(), args);
  }

  #watch(result: Promise<unknown>): void {
    this.#underWay++;
    result.finally(() => this.#underWay--).catch(() => undefined);
  }
}

/**
 * Two services that share nothing but their real backends, as two processes would, in both modes. Between the first
 * and the backends stand faults.
 */
export class TwoReplicas {
  readonly faults = new ReplicaFaults();
  /** Of the second: to see what it does. */
  readonly others = new ReplicaFaults();
  readonly #place: TestStorage;
  readonly #backends: Backends;
  readonly #services: Service[];
  readonly #urls: string[] = [];

  static async start(storage: TestStorage, writeDeadlineMs: number): Promise<TwoReplicas> {
    const backends = await openBackends(readConfig(storage.env).storage, { limiterMode: () => undefined });
    return new TwoReplicas(storage, backends).#start(writeDeadlineMs);
  }

  private constructor(storage: TestStorage, backends: Backends) {
    this.#place = storage;
    this.#backends = backends;
    this.#services = [];
  }

  get #env(): Record<string, string> {
    return { ...this.#place.env, ...SHARED_SETTINGS, PLANS };
  }

  get backends(): Backends {
    return this.#backends;
  }

  get storage(): TestStorage {
    return this.#place;
  }

  /** A new owner's key, first at the service with the faults. */
  async callers(options?: KeyOptions): Promise<ReplicaCallers> {
    const headers = { 'X-API-Key': await issueKey(this.#env, options) };
    return this.#urls.map((url) => new Client(url, headers)) as ReplicaCallers;
  }

  async close(): Promise<void> {
    this.faults.clear();
    for (const service of this.#services) await service.close();
    await Promise.all([this.#backends.store.close(), this.#backends.index.close(), this.#backends.counters.close()]);
    await this.#backends.release();
    await this.#place.dispose();
  }

  async #start(writeDeadlineMs: number): Promise<TwoReplicas> {
    const config = readConfig(this.#env);
    const logger = createLogger('silent');
    const backends = [between(this.#backends, this.faults), between(this.#backends, this.others)] as const;
    const faulty = await createService({ ...config, writeDeadlineMs }, { backends: backends[0], logger });
    const sound = await createService(config, { backends: backends[1], logger });
    for (const service of [faulty, sound]) {
      this.#services.push(service);
      const { url, prepared } = await service.start();
      await prepared;
      this.#urls.push(url);
    }
    return this;
  }
}

/** Facts about replicas, in each mode; each fact finds the backends sound. */
export function describeTwoReplicas(
  title: string,
  writeDeadlineMs: number,
  facts: (replicas: () => TwoReplicas) => void,
): void {
  describeModes(`races: ${title}`, (makeStorage) => {
    let replicas: TwoReplicas | undefined;
    before(async function () {
      this.timeout(START_MS);
      replicas = await TwoReplicas.start(await makeStorage(), writeDeadlineMs);
    });
    beforeEach(() => {
      replicas?.faults.clear();
      replicas?.others.clear();
    });
    after(() => replicas?.close());
    facts(() => replicas as TwoReplicas);
  });
}

/** Closing a service leaves the backends open: they are another's too. */
function between(backends: Backends, faults: ReplicaFaults): Backends {
  return {
    store: faulty(backends.store, faults),
    // A store has a `list`, too.
    index: faulty(backends.index, faults, { list: 'listDocuments' }),
    counters: faulty(backends.counters, faults),
    release: async () => undefined,
  };
}

function faulty<T extends object>(port: T, faults: ReplicaFaults, names: Record<string, ReplicaCall> = {}): T {
  return interceptCalls(port, ({ name, args, real }) =>
    name === 'close' ? Promise.resolve() : faults.run(names[name] ?? name, real, args),
  );
}
