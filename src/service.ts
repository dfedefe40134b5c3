import { setTimeout as delay } from 'node:timers/promises';
import { GuardedIndex } from './adapters/instrumented/guarded-index.js';
import { HeldBackStore } from './adapters/instrumented/held-back-store.js';
import { instrument } from './adapters/instrumented/instrument.js';
import type { Config } from './config/config.js';
import { BackgroundTasks } from './coordination/background-tasks.js';
import { DocumentQueue } from './coordination/document-queue.js';
import { FolderCache } from './coordination/folder-cache.js';
import { Freshness } from './coordination/freshness.js';
import { PageCache } from './coordination/page-cache.js';
import { SummaryCache } from './coordination/summary-cache.js';
import { VersionCache } from './coordination/version-cache.js';
import { ignoreUnavailable, type UnavailableError } from './domain/errors.js';
import type { Slot } from './domain/version.js';
import { createApp } from './http/app.js';
import { isTold } from './http/send-slices.js';
import { createHttpServer, listen, listenForMetrics } from './http/server.js';
import type { HttpContext } from './http/state.js';
import { ApiKeyRecords } from './log/api-key-records.js';
import { FolderLog } from './log/folder-log.js';
import { GenerationRecord } from './log/generation-record.js';
import { IndexMarkRecords } from './log/index-mark-records.js';
import { UnreadableRecords } from './log/unreadable-records.js';
import { VersionLog } from './log/version-log.js';
import { describeError } from './observability/describe-error.js';
import { createLogger, type Logger } from './observability/logger.js';
import { createMetrics, type Metrics } from './observability/metrics.js';
import { createMetricsServer } from './observability/metrics-server.js';
import { createRequestEvents } from './observability/request-events.js';
import { createAuthenticate } from './operations/authenticate.js';
import type { Context } from './operations/context.js';
import { IndexWatch, SET_BACK } from './operations/index-marks/index-watch.js';
import { MarkWriter } from './operations/index-marks/mark-writer.js';
import { createKnownKeys } from './operations/known-keys.js';
import { livingVersions } from './operations/living-versions.js';
import { createReadiness } from './operations/readiness.js';
import { prepareLog } from './operations/prepare-log.js';
import { DocumentLines } from './operations/write/document-line.js';
import { openParts, type Parts, type PartsEvents } from './parts.js';

export type Service = {
  /** Listens even without a backend, but writes nothing until `prepared` resolves. It rejects on an unfit store. */
  start(): Promise<Started>;
  /** Stops listening, lets requests in flight and background work finish, and closes every backend. */
  close(): Promise<void>;
  keys: ApiKeyRecords;
  logger: Logger;
};

export type Started = { url: string; port: number; prepared: Promise<void> };

export type Overrides = {
  parts?: Parts;
  logger?: Logger;
  metrics?: Metrics;
  /** Another process of this service has proven the store and set up log and index. */
  isPrepared?: boolean;
};

/** How long to wait for a backend before listening without it. */
const START_GRACE_MS = 2_000;
const SHUTDOWN_GRACE_MS = 30_000;
const BACKGROUND_GRACE_MS = 5_000;

export async function createService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const logger = overrides.logger ?? createLogger(config.logLevel);
  const metrics = overrides.metrics ?? createMetrics();
  const raw = overrides.parts ?? await openParts(config.storage, {
    limiterMode: limiterMode(logger, metrics), replicas: replicas(logger),
  });
  const parts = observed(raw, metrics);
  const generation = new GenerationRecord(parts.store);
  const marks = watchMarks({ parts, generation, logger });
  const index = new GuardedIndex(parts.index, {
    readNamed: () => generation.read(), writes: marks.watch, unreadable: new UnreadableRecords(parts.store),
  });
  const background = new BackgroundTasks((task, error) =>
    logger.warn({ task, cause: describeError(error) }, 'background task failed'));
  const ending = new AbortController();
  let setUp: 'begun' | 'waiting' | 'done' = 'begun';
  const held = new HeldBackStore(parts.store, () => setUp === 'done');
  const log = new VersionLog(held);
  const keys = new ApiKeyRecords(parts.store);
  const knownKeys = createKnownKeys(keys, {
    onMet: (hash) => { parts.counters.markMet(hash).catch(ignoreUnavailable); },
    believedWithoutStoreMs: config.keysWithoutStoreMs,
    onBelieving: believingLog(logger, metrics),
  });
  const context: Context = {
    log,
    versions: new VersionCache(livingVersions(log, index)),
    summaries: new SummaryCache(index),
    folders: new FolderLog(held),
    index,
    folderCache: new FolderCache(index),
    counters: parts.counters,
    freshness: new Freshness(index, () => metrics.refreshes.inc()),
    pages: new PageCache(({ text }) => text.length),
    queue: new DocumentQueue(),
    lines: new DocumentLines(),
    background,
    limits: config.limits,
    writeDeadlineMs: config.writeDeadlineMs,
    now: () => new Date(),
    onHelp: () => metrics.helps.inc(),
    onAcknowledged: (slot) => marks.note(slot),
    isSuspended: (owner) => knownKeys.isSuspended(owner),
  };
  const readiness = createReadiness({ index, store: parts.store, isStarting: () => setUp === 'begun' });
  let url = '';
  const app = createApp({
    context,
    authenticate: createAuthenticate(knownKeys, config),
    events: createRequestEvents(logger, metrics),
    config: config.http,
    limits: config.limits,
    missing: readiness.missing,
    isDraining: readiness.isDraining,
    urlOf: (documentId) => `${config.http.publicUrl ?? url}/d/${documentId}`,
  });
  app.on('error', (error: unknown, ctx?: HttpContext) => {
    if (!isTold(error, ctx)) logger.error({ cause: describeError(error) }, 'response failed');
  });
  const { maxConnections: most, maxConnectionsPerAddress: mostPerAddress } = config.http;
  const http = createHttpServer(app.callback(), { most, mostPerAddress });
  const metricsServer = createMetricsServer(metrics.registry);
  return {
    keys,
    logger,
    start: async () => {
      const toPrepare = { store: parts.store, index: parts.index, generation };
      const tellWaiting = waitingLog(logger);
      const preparing = overrides.isPrepared ? Promise.resolve('ready') : prepareLog(toPrepare, {
        onWaiting: (error) => {
          setUp = 'waiting';
          tellWaiting(error);
        },
        signal: ending.signal,
      });
      const prepared = preparing.then((state) => {
        setUp = 'done';
        marks.watch.start();
        if (state === 'index lost') logger.error('the index is lost or was emptied: run `quire reindex`');
      });
      // The caller handles a rejection. Without this line one that comes earlier would end the process.
      prepared.catch(() => undefined);
      await Promise.race([prepared, delay(START_GRACE_MS, undefined, { ref: false })]);
      await listenForMetrics(metricsServer, config.http);
      const port = await listen(http.server, { ...config.http, setting: 'PORT' });
      url = `http://${reachableHost(config.http.host)}:${port}`;
      return { url, port, prepared };
    },
    close: async () => {
      ending.abort();
      readiness.drain();
      await http.close(SHUTDOWN_GRACE_MS);
      metricsServer.close();
      metricsServer.closeAllConnections();
      await Promise.all([background.drained(BACKGROUND_GRACE_MS), marks.close()]);
      await Promise.all([parts.index.close(), parts.store.close(), parts.counters.close()]);
      await raw.release();
    },
  };
}

function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function watchMarks({ parts, generation, logger }: { parts: Parts; generation: GenerationRecord; logger: Logger }) {
  const records = new IndexMarkRecords(parts.store);
  const writer = new MarkWriter({
    write: (mark) => records.write(mark),
    onFailure: (error) => logger.warn({ cause: describeError(error) }, 'the mark of the newest write was not written'),
  });
  const watch = new IndexWatch({
    index: parts.index, store: parts.store, generation, records,
    onChange: (lacks) => {
      if (lacks) logger.error({ document: lacks.id, version: lacks.version }, SET_BACK);
      else logger.info('the index has every write again that it is known to need');
    },
    // A rebuild also makes heads of creates whose process died before, which no count has.
    onReplaced: () => parts.counters.renewQuotas(),
    onFault: (error) => logger.error({ cause: describeError(error) }, 'the age of the index was not judged'),
  });
  return {
    watch,
    note: (slot: Slot) => {
      const mark = { id: slot.deleted ? slot.id : slot.document.id, version: slot.version, writeId: slot.writeId };
      watch.note(mark);
      writer.note(mark);
    },
    close: async () => { await Promise.all([watch.stop(), writer.close()]); },
  };
}

function waitingLog(logger: Logger): (error: UnavailableError) => void {
  let told = '';
  return ({ message: reason, cause }) => {
    if (reason !== told) logger.warn({ reason, cause: describeError(cause) }, 'waiting for a part');
    told = reason;
  };
}

function believingLog(logger: Logger, metrics: Metrics): (isBelieving: boolean) => void {
  return (isBelieving) => {
    metrics.oldKeys.set(isBelieving ? 1 : 0);
    if (isBelieving) logger.warn('the object store is away: keys are believed as it said last');
    else logger.info('the object store answers: keys are fresh again');
  };
}

function limiterMode(logger: Logger, metrics: Metrics): PartsEvents['limiterMode'] {
  return (mode, cause) => {
    metrics.limiterMode.set(mode === 'shared' ? 1 : 0);
    logger[mode === 'shared' ? 'info' : 'warn']({ mode, cause: describeError(cause) }, 'limits are counted');
  };
}

function replicas(logger: Logger): NonNullable<PartsEvents['replicas']> {
  return (state) => {
    if (state === 'guarded') logger.info('Redis has no replicas without min-replicas-to-write any more');
    else logger.warn('Redis has replicas without min-replicas-to-write: a failover can leave two primaries');
  };
}

function observed(parts: Parts, metrics: Metrics): Parts {
  const observe = (port: string) => (call: string, outcome: string, durationMs: number) =>
    metrics.backendCalls.observe({ port, call, outcome }, durationMs / 1000);
  return {
    ...parts,
    store: instrument(parts.store, observe('object_store')),
    index: instrument(parts.index, observe('index')),
    counters: instrument(parts.counters, observe('counters')),
  };
}
