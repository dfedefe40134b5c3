import { resolve } from 'node:path';
import { GenerationCheckedIndex } from './adapters/decorators/generation-checked-index.js';
import { WriteGate } from './adapters/decorators/write-gate.js';
import { instrument } from './adapters/decorators/instrument.js';
import type { Config } from './config/config.js';
import { BackgroundTasks } from './consistency/background-tasks.js';
import { DocumentQueue } from './consistency/document-queue.js';
import { FolderPaths } from './consistency/folder-paths.js';
import { KeyEntries } from './consistency/key-entries.js';
import { FolderCache } from './consistency/folder-cache.js';
import { Freshness } from './consistency/freshness.js';
import { PageCache } from './consistency/page-cache.js';
import { SummaryCache } from './consistency/summary-cache.js';
import { VersionCache } from './consistency/version-cache.js';
import { serveFolderCommands, type CommandThread, type FolderCommands } from './folder-commands.js';
import { ignoreUnavailable } from './domain/errors.js';
import type { Slot } from './domain/version.js';
import { createApp } from './http/app.js';
import { isTold } from './http/answers/send-slices.js';
import type { ResultPage } from './http/answers/result-page.js';
import { createHttpServer, type HttpServer } from './http/server.js';
import type { HttpContext } from './http/state.js';
import { Lifecycle, type Started } from './lifecycle.js';
import { ApiKeyRecords } from './log/api-key-records.js';
import { MAINTENANCES } from './log/lease-records.js';
import { MaintenanceRuns } from './log/maintenance-runs.js';
import { CachedReading } from './observability/cached-reading.js';
import { KeyLog } from './log/key-log.js';
import { FolderLog } from './log/folder-log.js';
import { GenerationRecord } from './log/generation-record.js';
import { UnreadableRecords } from './log/unreadable-records.js';
import { VersionLog } from './log/version-log.js';
import { createLogger, type Logger, describeError } from './observability/logger.js';
import { createMetrics, type Metrics, createMetricsServer } from './observability/metrics.js';
import { createRequestEvents, type RequestTracer } from './observability/request-events.js';
import { createAuthenticate } from './operations/auth/authenticate.js';
import type { Context } from './operations/context.js';
import { createKnownKeys, type KnownKeys } from './operations/auth/known-keys.js';
import { livingVersions } from './operations/read-version.js';
import { createReadiness, type Readiness, type SetUp } from './operations/readiness.js';
import { DocumentWriters } from './operations/write/document-writer.js';
import { openBackends, type Backends } from './backends.js';
import { ownVersion } from './platform/own-file.js';
import { NO_TRACER, type Tracer } from './platform/tracer.js';
import type { Counters } from './ports/counters.js';
import type { DocumentIndex } from './ports/document-index.js';
import type { ObjectStore } from './ports/object-store.js';
import { backendEvents, believingLog, exportLog, taskFailureLog } from './service-events.js';
import { watchMarks } from './watch-marks.js';

export type Service = {
  /** Listens even without a backend, but writes nothing until `prepared` resolves. It rejects on an unfit store. */
  start(): Promise<Started>;
  /** Stops listening, lets requests in flight and background work finish, and closes every backend. */
  close(): Promise<void>;
  keys: ApiKeyRecords;
  logger: Logger;
};

export type Overrides = {
  backends?: Backends;
  logger?: Logger;
  metrics?: Metrics;
  nodeVersion?: string;
  /** Another process of this service has proven the store and set up log and index. */
  isPrepared?: boolean;
};

export async function createService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const logger = overrides.logger ?? createLogger(config.logLevel);
  const metrics = overrides.metrics ?? createMetrics();
  const tracer = await tracerOf(config, logger);
  const backends = await openObserved(config, overrides.backends, { logger, metrics, tracer: tracer ?? NO_TRACER });
  tellMetrics(metrics, { backends, mode: config.storage.mode, node: overrides.nodeVersion });
  const generation = new GenerationRecord(backends.store);
  const marks = watchMarks({ backends, generation, logger });
  const index = new GenerationCheckedIndex(backends.index, {
    readNamed: () => generation.read(),
    writes: marks.watch,
    unreadable: new UnreadableRecords(backends.store),
  });
  const background = new BackgroundTasks(taskFailureLog(logger));
  const setUp: SetUp = { state: 'begun', isProven: overrides.isPrepared === true };
  const keys = new ApiKeyRecords(backends.store);
  const knownKeys = knowKeys(config, { keys, counters: backends.counters, logger, metrics });
  const readiness = createReadiness({ index, store: backends.store, setUp });
  const context = createContext(config, {
    store: new WriteGate(backends.store, () => setUp.state === 'done'),
    index,
    counters: backends.counters,
    metrics,
    background,
    onAcknowledged: (slot) => marks.note(slot),
    isSuspended: (owner) => knownKeys.isSuspended(owner),
  });
  const address = { url: '' };
  const http = createServer(config, { context, knownKeys, readiness, address, logger, metrics, tracer });
  const lifecycle = new Lifecycle({
    config: config.http,
    backends,
    generation,
    marks,
    background,
    readiness,
    http,
    logger,
    setUp,
    metricsServer: createMetricsServer(metrics.registry),
    closeTracer: async () => tracer?.close(),
    isPrepared: overrides.isPrepared === true,
    serveCommands: commandsOf(config, backends.folderThreads),
    onUrl: (url) => {
      address.url = url;
    },
  });
  return { keys, logger, start: () => lifecycle.start(), close: () => lifecycle.close() };
}

function commandsOf(
  { storage, writeDeadlineMs }: Config,
  threads = new Set<CommandThread>(),
): (() => Promise<FolderCommands>) | undefined {
  if (storage.mode !== 'embedded') return undefined;
  const settings = { WRITE_DEADLINE_MS: String(writeDeadlineMs) };
  return () => serveFolderCommands({ dataDir: resolve(storage.dataDir), settings, threads });
}

type ContextSources = {
  store: ObjectStore;
  index: DocumentIndex;
  counters: Counters;
  metrics: Metrics;
  background: BackgroundTasks;
  onAcknowledged(slot: Slot): void;
  isSuspended(owner: string): Promise<boolean>;
};

function createContext(config: Config, sources: ContextSources): Context<ResultPage> {
  const { store, index, counters, metrics, background, onAcknowledged, isSuspended } = sources;
  const log = new VersionLog(store);
  const shared = {
    log,
    index,
    counters,
    background,
    versions: new VersionCache(livingVersions(log, index)),
    summaries: new SummaryCache(index),
    freshness: new Freshness(index, () => {
      metrics.refreshes.inc();
      metrics.unrefreshed.set(0);
    }),
    onHelp: () => metrics.helps.inc(),
  };
  return {
    ...shared,
    folders: new FolderLog(store),
    folderCache: new FolderCache(index),
    folderPaths: new FolderPaths(),
    keyLog: new KeyLog(store),
    keyEntries: new KeyEntries(index),
    pages: new PageCache<ResultPage>(({ bytes }) => bytes.length),
    queue: new DocumentQueue(),
    writers: new DocumentWriters(shared),
    limits: config.limits,
    writeDeadlineMs: config.writeDeadlineMs,
    now: () => new Date(),
    onAcknowledged: (slot) => {
      metrics.unrefreshed.inc();
      onAcknowledged(slot);
    },
    isSuspended,
  };
}

type KeySources = { keys: ApiKeyRecords; counters: Counters; logger: Logger; metrics: Metrics };

function knowKeys(config: Config, { keys, counters, logger, metrics }: KeySources): KnownKeys {
  return createKnownKeys(keys, {
    onMet: (hash) => {
      counters.markMet(hash).catch(ignoreUnavailable);
    },
    believedWithoutStoreMs: config.keysWithoutStoreMs,
    onBelieving: believingLog(logger, metrics),
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
};

function createServer(config: Config, serving: Serving): HttpServer {
  const { context, knownKeys, readiness, address, logger, metrics, tracer } = serving;
  const app = createApp({
    context,
    authenticate: createAuthenticate(knownKeys, config),
    events: createRequestEvents({ logger, metrics, tracer }),
    tracer: tracer ?? NO_TRACER,
    config: config.http,
    limits: config.limits,
    missing: readiness.missing,
    draining: readiness.draining,
    keepsHeads: config.storage.mode === 'embedded',
    baseUrl: () => config.http.publicUrl ?? address.url,
  });
  app.on('error', (error: unknown, ctx?: HttpContext) => {
    if (!isTold(error, ctx)) logger.error({ cause: describeError(error) }, 'response failed');
  });
  const { maxConnections: most, maxConnectionsPerAddress: mostPerAddress } = config.http;
  return createHttpServer(app.callback(), { most, mostPerAddress });
}

type Observing = { logger: Logger; metrics: Metrics; tracer: Tracer };

type Told = { backends: Backends; mode: string; node: string | undefined };

function tellMetrics({ buildInfo, readings }: Metrics, { backends: { index, store }, mode, node = '' }: Told): void {
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
  const { logger, metrics, tracer } = observing;
  const backends = given ?? (await openBackends(storage, { ...backendEvents(logger, metrics), tracer }));
  const kind = storage.mode === 'cluster' ? 'client' : 'internal';
  const observed = <T extends object>(target: T, port: string): T =>
    instrument(
      target,
      (call, outcome, durationMs) => metrics.backendCalls.observe({ port, call, outcome }, durationMs / 1000),
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
async function tracerOf({ tracing }: Config, logger: Logger): Promise<RequestTracer | undefined> {
  if (!tracing) return undefined;
  const { openTracer } = await import('./observability/open-tracer.js');
  return openTracer({ ...tracing, version: ownVersion(), onExport: exportLog(logger) });
}
