import type { RequestListener } from 'node:http';
import { GenerationCheckedIndex } from '../adapters/decorators/generation-checked-index.js';
import { WriteGate } from '../adapters/decorators/write-gate.js';
import { instrument } from '../adapters/decorators/instrument.js';
import type { Config } from '../config/config.js';
import { BackgroundTasks } from '../consistency/background-tasks.js';
import { KeyEntries } from '../consistency/key-entries.js';
import { FolderTrees } from '../consistency/folder-trees.js';
import { FolderSweeps } from '../operations/folders/folder-sweeps.js';
import { placedIndex } from '../consistency/placed-index.js';
import { Freshness } from '../consistency/freshness.js';
import { PageCache } from '../consistency/page-cache.js';
import { SummaryCache } from '../consistency/summary-cache.js';
import { VersionCache } from '../consistency/version-cache.js';
import { ignoreUnavailable, UnavailableError } from '../domain/errors.js';
import type { Slot } from '../domain/version.js';
import { createApp } from '../http/app.js';
import { isAlreadyLogged } from '../http/answers/send-slices.js';
import type { ResultPage } from '../http/answers/result-page.js';
import { createHttpServer, type HttpServer } from '../http/server.js';
import type { HttpContext } from '../http/state.js';
import { Lifecycle, type Started } from './lifecycle.js';
import { ApiKeyRecords } from '../log/api-key-records.js';
import { MAINTENANCES } from '../log/lease-records.js';
import { MaintenanceRuns } from '../log/maintenance-runs.js';
import { CachedReading } from '../observability/cached-reading.js';
import { KeyLog } from '../log/key-log.js';
import { FolderLog } from '../log/folder-log.js';
import { FolderTreeLog } from '../log/folder-tree-log.js';
import { GenerationRecord } from '../log/generation-record.js';
import { UnreadableRecords } from '../log/unreadable-records.js';
import { AssetLog } from '../log/asset-log.js';
import { VersionLog } from '../log/version-log.js';
import { createLogger, type Logger } from '../observability/logger.js';
import { createMetrics, type Metrics, createMetricsServer } from '../observability/metrics.js';
import { createRequestEvents, type RequestTracer } from '../observability/request-events.js';
import { createAuthenticate } from '../operations/auth/authenticate.js';
import type { Context } from '../operations/context.js';
import { createKnownKeys, type KnownKeys } from '../operations/auth/known-keys.js';
import { NamedAssets } from '../operations/assets/named-assets.js';
import { KeptAssets } from '../operations/assets/kept-assets.js';
import { livingVersions } from '../operations/read-version.js';
import { createReadiness, type Readiness, type SetUp } from '../operations/readiness.js';
import { DocumentWriters } from '../operations/write/document-writer.js';
import { openBackends, type Backends } from './backends.js';
import { ownVersion } from '../platform/own-file.js';
import { KeyedQueue } from '../platform/keyed-queue.js';
import { UnderWay } from '../platform/under-way.js';
import { NO_TRACER, type Tracer } from '../platform/tracer.js';
import { MarkdownConversion } from '../http/limits/markdown-conversion.js';
import { RenderPool } from '../render/worker/render-pool.js';
import type { CounterStore } from '../ports/counter-store.js';
import type { DocumentIndex } from '../ports/document-index.js';
import type { ObjectStore } from '../ports/object-store.js';
import { createServiceEvents, type ServiceEvents } from './service-events.js';
import { isForThisMachine } from './this-machine.js';
import { watchMarks } from './watch-marks.js';

/** Writes to one document run one after another in this process, so that only processes contend for a slot. */
const DOCUMENT_WRITES = {
  mostOfOne: 1,
  refusal: () => new UnavailableError('no time left while waiting for the writes before this one'),
};

export type Service = {
  /** Listens even without a backend, but writes nothing until `prepared` resolves. It rejects on an unfit store. */
  start(): Promise<Started>;
  /**
   * Stops listening, lets requests in flight and background work finish, and closes every backend. Returns the names of
   * the phases that failed or did not end in time, which the log tells of. Clients that are cut off are no failure.
   */
  close(): Promise<string[]>;
  keys: ApiKeyRecords;
  logger: Logger;
};

export type Overrides = {
  backends?: Backends;
  logger?: Logger;
  metrics?: Metrics;
  nodeVersion?: string;
  /** How the operator's shell runs `quire` at the place of this service. */
  command?: string;
  /** Another process of this service has proven the store and set up log and index. */
  isPrepared?: boolean;
};

export async function createService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const logger = overrides.logger ?? createLogger(config.logLevel);
  const metrics = overrides.metrics ?? createMetrics();
  const events = createServiceEvents({ logger, metrics });
  const tracer = await tracerOf(config, events);
  const backends = await openObserved(config, overrides.backends, { events, tracer: tracer ?? NO_TRACER });
  registerGauges(metrics, { backends, mode: config.storage.mode, node: overrides.nodeVersion });
  const generation = new GenerationRecord(backends.store);
  const marks = watchMarks({ backends, generation, events });
  const index = new GenerationCheckedIndex(backends.index, {
    readNamed: () => generation.read(),
    writes: marks.watch,
    unreadable: new UnreadableRecords(backends.store),
  });
  const background = new BackgroundTasks(events.taskFailed);
  const setUp: SetUp = { state: 'begun', isProven: overrides.isPrepared === true };
  const keys = new ApiKeyRecords(backends.store);
  const knownKeys = knowKeys(config, { keys, counters: backends.counters, events });
  const readiness = createReadiness({ index, store: backends.store, setUp });
  const context = createContext(config, {
    store: new WriteGate(backends.store, () => setUp.state === 'done'),
    index,
    counters: backends.counters,
    events,
    background,
    note: (slot) => marks.note(slot),
    isSuspended: (owner) => knownKeys.isSuspended(owner),
  });
  const address = { url: '' };
  const sinks = { logger, metrics, tracer, events, command: overrides.command };
  const serving = createServer(config, { context, knownKeys, readiness, address, ...sinks });
  const lifecycle = new Lifecycle({
    config: config.http,
    backends,
    generation,
    marks,
    background,
    ...serving,
    readiness,
    events,
    setUp,
    command: overrides.command,
    metricsServer: createMetricsServer(metrics.registry),
    closeTracer: async () => tracer?.close(),
    isPrepared: overrides.isPrepared === true,
    onSetUp: () => context.sweeps.resume(),
    onUrl: (url) => Object.assign(address, { url }),
  });
  return { keys, logger, start: () => lifecycle.start(), close: () => lifecycle.close() };
}

type ContextSources = {
  store: ObjectStore;
  index: DocumentIndex;
  counters: CounterStore;
  events: ServiceEvents;
  background: BackgroundTasks;
  note(slot: Slot): void;
  isSuspended(owner: string): Promise<boolean>;
};

function createContext(config: Config, sources: ContextSources): Context<ResultPage> {
  const { store, counters, events, background, note, isSuspended } = sources;
  const log = new VersionLog(store);
  const common = { writeDeadlineMs: config.writeDeadlineMs, now: () => new Date(), background };
  const treeLog = new FolderTreeLog(store);
  const trees: FolderTrees = new FolderTrees({ index: sources.index, log: treeLog, ...common, sweeps: () => sweeps });
  const index = placedIndex(sources.index, trees);
  const shared = {
    ...common,
    log,
    index,
    counters,
    trees,
    versions: new VersionCache(livingVersions(log, index)),
    summaries: new SummaryCache(index),
    freshness: new Freshness(index, events.refreshed),
    onCatchUp: events.headCaughtUp,
    onAcknowledged: (slot: Slot) => {
      events.acknowledged();
      note(slot);
    },
  };
  const unplaced = { ...shared, index: sources.index };
  const sweeps: FolderSweeps = new FolderSweeps({ ...unplaced, treeLog, writers: new DocumentWriters(unplaced) });
  return {
    ...shared,
    sweeps,
    folders: new FolderLog(store),
    keyLog: new KeyLog(store),
    keyEntries: new KeyEntries(index),
    namedAssets: new NamedAssets(),
    assets: new KeptAssets({ log: new AssetLog(store), now: () => new Date() }),
    pages: new PageCache<ResultPage>(({ bytes }) => bytes.length),
    queue: new KeyedQueue(DOCUMENT_WRITES),
    writers: new DocumentWriters(shared),
    limits: config.limits,
    isSuspended,
  };
}

type KeySources = { keys: ApiKeyRecords; counters: CounterStore; events: ServiceEvents };

function knowKeys(config: Config, { keys, counters, events }: KeySources): KnownKeys {
  return createKnownKeys(keys, {
    onKeySeen: (hash) => {
      counters.markKeySeen(hash).catch(ignoreUnavailable);
    },
    staleForMs: config.keysWithoutStoreMs,
    onStale: events.credentialsStale,
  });
}

type Serving = {
  context: Context<ResultPage>;
  knownKeys: KnownKeys;
  readiness: Readiness;
  address: { url: string };
  logger: Logger;
  metrics: Metrics;
  tracer: RequestTracer | undefined;
  events: ServiceEvents;
  command: string | undefined;
};

type Server = { http: HttpServer; underWay: UnderWay; closeThreads(): Promise<void> };

function createServer(config: Config, serving: Serving): Server {
  const { context, knownKeys, readiness, address, logger, metrics, tracer, events, command = 'quire' } = serving;
  const pool = new RenderPool({ onOverrun: events.renderingOverran });
  const conversion = new MarkdownConversion(config.limits);
  const app = createApp({
    context,
    authenticate: createAuthenticate(knownKeys, config),
    events: createRequestEvents({ logger, metrics, tracer }),
    tracer: tracer ?? NO_TRACER,
    config: config.http,
    limits: config.limits,
    fullText: config.storage.fullText,
    missing: readiness.missing,
    draining: readiness.draining,
    render: pool.run,
    conversion,
    command: isForThisMachine(config.http) ? command : 'quire',
    keepsHeads: config.storage.mode === 'embedded',
    baseUrl: () => config.http.publicUrl ?? address.url,
  });
  app.on('error', (error: unknown, ctx?: HttpContext) => {
    if (!isAlreadyLogged(error, ctx)) events.responseFailed(error);
  });
  const { maxConnections: most, maxConnectionsPerAddress: mostPerAddress } = config.http;
  const handle = app.callback();
  const underWay = new UnderWay();
  const listener: RequestListener = (request, response) => void underWay.run(() => handle(request, response));
  const closeThreads = async () => {
    await Promise.all([pool.close(), conversion.close()]);
  };
  return { http: createHttpServer(listener, { most, mostPerAddress }), underWay, closeThreads };
}

type Observing = { events: ServiceEvents; tracer: Tracer };
type GaugeSources = { backends: Backends; mode: string; node: string | undefined };

function registerGauges(
  { buildInfo, readings }: Metrics,
  { backends: { index, store }, mode, node = '' }: GaugeSources,
): void {
  buildInfo.set({ version: ownVersion(), mode, node }, 1);
  const entries = new CachedReading(() => index.countEntries());
  const records = new MaintenanceRuns(store);
  const runs = new CachedReading(async () => {
    const known = await Promise.all(
      MAINTENANCES.map(async (command) => ({ command, run: await records.read(command) })),
    );
    return known.flatMap(({ command, run }) =>
      run ? [{ command, at: Date.parse(run.endedAt) / 1_000, isDone: run.result === 'done' }] : [],
    );
  });
  readings.entries = () => entries.get();
  readings.runs = () => runs.get();
}

/** Every call of a port is measured, and a span of its request. */
async function openObserved({ storage }: Config, given: Backends | undefined, observing: Observing): Promise<Backends> {
  const { events, tracer } = observing;
  const backends = given ?? (await openBackends(storage, { ...events, tracer }));
  const kind = storage.mode === 'cluster' ? 'client' : 'internal';
  const observed = <T extends object>(target: T, port: string): T =>
    instrument(
      target,
      (call, outcome, durationMs) => events.called({ port, call, outcome }, durationMs),
      (call) => {
        const start = { name: `${port} ${call}`, kind, attributes: { 'quire.port': port } } as const;
        return (work) => tracer.span(start, work);
      },
    );
  return {
    ...backends,
    store: observed(backends.store, 'object_store'),
    index: observed(backends.index, 'index'),
    counters: observed(backends.counters, 'counters'),
  };
}

/** Loads the OpenTelemetry SDK only if requests are to be recorded. */
async function tracerOf({ tracing }: Config, events: ServiceEvents): Promise<RequestTracer | undefined> {
  if (!tracing) return undefined;
  const { openTracer } = await import('../observability/open-tracer.js');
  return openTracer({ ...tracing, version: ownVersion(), onExport: events.spansExported });
}
