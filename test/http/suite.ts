import { readConfig } from '../../src/config/read-config.js';
import type { Logger } from '../../src/observability/logger.js';
import { openBackends, type Backends } from '../../src/server/backends.js';
import { createService } from '../../src/server/service.js';
import { issueKey, type KeyOptions } from '../support/issue-key.js';
import { describeModes, type TestStorage } from '../support/modes.js';
import { afterAllTests } from '../support/backends.js';
import { Client } from './client.js';

/** A running service as the facts of a suite see it; to be used in hooks and tests. */
export type Api = {
  readonly url: string;
  /** Resolves when it takes writes. */
  readonly prepared: Promise<void>;
  readonly storage: TestStorage;
  /** A caller without a key. */
  readonly stranger: Client;
  /** A caller with a new key, of a new unmetered owner with all roles unless said otherwise. */
  caller(options?: KeyOptions): Promise<Client>;
  close(): Promise<void>;
};

export type OwnService = {
  settings?: Record<string, string>;
  logger?: () => Logger;
  /** Puts something between the service and its real backends. */
  wrap?: (backends: Backends) => Backends;
};

/** Plans small enough to be used up, and what every service of these tests is started with. */
const SETTINGS = {
  LOG_LEVEL: 'silent',
  PLANS: JSON.stringify({
    'three-a-minute': { per_minute: 3, per_day: 100, documents_per_month: 100 },
    'three-a-day': { per_minute: 10, per_day: 3, documents_per_month: 100 },
    'two-documents': { per_minute: 1_000, per_day: 1_000, documents_per_month: 2 },
    'two-thousand-bytes': { per_minute: 1_000, per_day: 1_000, documents_per_month: 1_000, bytes_per_day: 2_000 },
    'a-megabyte': { per_minute: 1_000, per_day: 1_000, documents_per_month: 1_000, bytes_per_day: 1_048_576 },
  }),
};

/** Facts about a service with the settings that it has by default; all such suites of one mode share one. */
export function describeHttp(title: string, facts: (api: Api) => void): void {
  describeModes(`http: ${title}`, (makeStorage) => {
    let api: Api | undefined;
    before(async () => {
      api = await sharedApi(makeStorage);
    });
    facts(late(() => api));
  });
}

/** Facts about a service of their own. */
export function describeOwnHttp(title: string, own: OwnService, facts: (api: Api) => void): void {
  describeModes(`http: ${title}`, (makeStorage) => {
    let api: Api | undefined;
    before(async () => {
      api = await startApi(await makeStorage(), own);
      if (!own.wrap) await api.prepared;
    });
    after(() => api?.close());
    facts(late(() => api));
  });
}

const shared = new Map<unknown, Promise<Api>>();

function sharedApi(makeStorage: () => Promise<TestStorage>): Promise<Api> {
  const known = shared.get(makeStorage);
  if (known) return known;
  const starting = makeStorage().then(startPrepared);
  shared.set(makeStorage, starting);
  afterAllTests(async () => {
    shared.delete(makeStorage);
    await (await starting).close();
  });
  return starting;
}

export async function startApi(storage: TestStorage, { settings, logger, wrap }: OwnService = {}): Promise<Api> {
  const env = { ...storage.env, ...SETTINGS, ...settings };
  const config = readConfig(env);
  const backends = wrap?.(await openBackends(config.storage, { limiterMode: () => undefined }));
  const service = await createService(config, { ...(backends && { backends }), ...(logger && { logger: logger() }) });
  const { url, prepared } = await service.start();
  return {
    url,
    prepared,
    storage,
    stranger: new Client(url),
    caller: async (options) => new Client(url, { 'X-API-Key': await issueKey(env, options) }),
    close: async () => {
      await service.close();
      await storage.dispose();
    },
  };
}

/** On a busy machine a service listens before it takes writes. */
export async function startPrepared(storage: TestStorage): Promise<Api> {
  const api = await startApi(storage);
  await api.prepared;
  return api;
}

/** Facts are registered before any service runs. */
function late(current: () => Api | undefined): Api {
  const api = () => {
    const started = current();
    if (!started) throw new Error('the service does not run yet: use it in a hook or a test');
    return started;
  };
  return {
    get url() {
      return api().url;
    },
    get prepared() {
      return api().prepared;
    },
    get storage() {
      return api().storage;
    },
    get stranger() {
      return api().stranger;
    },
    caller: (options) => api().caller(options),
    close: () => api().close(),
  };
}
