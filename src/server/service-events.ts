import type { UnavailableError } from '../domain/errors.js';
import { type Logger, describeError } from '../observability/logger.js';
import type { Metrics } from '../observability/metrics.js';
import type { BackendEvents } from './backends.js';
import { ROLLED_BACK } from '../consistency/index-watch.js';
import type { Lacking } from '../log/rolled-back-index-records.js';
import type { CutPhase } from './shutdown.js';

export type ServiceEvents = ReturnType<typeof createServiceEvents>;

/** As of the objects that test the store, and of the lock of a folder. */
const RANDOM_NAME = /[0-9A-Za-z]{12,}/g;

type EventSinks = { logger: Logger; metrics: Metrics };

/**
 * What happens to a service: one function an event. It logs the event, sets metrics, or does both. Requests are in
 * `createRequestEvents`, changes of operators in `audit`, and workers in `primary.ts`.
 */
export function createServiceEvents(sinks: EventSinks) {
  return { ...lifeEvents(sinks), ...backendEvents(sinks), ...indexEvents(sinks), ...writeEvents(sinks) };
}

function lifeEvents({ logger }: EventSinks) {
  let waitingFor = '';
  return {
    /** Logged when the reason changes, but for names that are new at each attempt: a backend can stay away for long. */
    backendAwaited: ({ message: reason, cause }: UnavailableError) => {
      const what = reason.replaceAll(RANDOM_NAME, '');
      if (what !== waitingFor) logger.warn({ reason, cause: describeError(cause) }, 'backend unavailable');
      waitingFor = what;
    },
    setUp: () => logger.info('set up'),
    /** `command`: how the operator's shell runs `quire` on this folder; undefined: unknown. */
    indexLost: (command: string | undefined) =>
      logger.error(
        command && { command: `${command} reindex` },
        'the index is lost or was emptied: run `quire reindex`',
      ),
    responseFailed: (error: unknown) => logger.error({ cause: describeError(error) }, 'response failed'),
    taskFailed: (task: string, error: unknown) =>
      logger.warn({ task, cause: describeError(error) }, 'background task failed'),
    renderingOverran: (kind: string, documentId: string) => logger.warn({ kind, documentId }, 'rendering given up'),
    connectionsCutOff: (connections: number) => logger.warn({ connections }, 'connections cut off'),
    shutdownCut: ({ phase, limitMs, left, cause }: CutPhase) =>
      logger.warn({ phase, limitMs, ...left, cause: describeError(cause) }, 'shutdown phase cut'),
  };
}

function backendEvents({ logger, metrics }: EventSinks) {
  return {
    called: (call: { port: string; call: string; outcome: string }, durationMs: number) =>
      metrics.backendCalls.observe(call, durationMs / 1000),
    limiterMode: (mode: 'shared' | 'local', cause?: unknown) => {
      metrics.limiterMode.set(mode === 'shared' ? 1 : 0);
      logger[mode === 'shared' ? 'info' : 'warn']({ mode, cause: describeError(cause) }, 'rate-limiter mode changed');
    },
    replicas: (state) => {
      if (state === 'guarded') logger.info('Redis has no replicas without min-replicas-to-write any more');
      else logger.warn('Redis has replicas without min-replicas-to-write: a failover can leave two primaries');
    },
    credentialsStale: (isStale: boolean) => {
      metrics.staleCredentials.set(isStale ? 1 : 0);
      if (isStale) logger.warn('object store unavailable: serving cached credentials');
      else logger.info('object store available again: credentials are current');
    },
    spansExported: (error: Error | undefined) => {
      if (error) logger.warn({ cause: describeError(error) }, 'trace export failed: spans are dropped');
      else logger.info('trace export resumed');
    },
  } satisfies BackendEvents & Record<string, unknown>;
}

function indexEvents({ logger, metrics }: EventSinks) {
  return {
    refreshed: () => {
      metrics.refreshes.inc();
      metrics.unrefreshed.set(0);
    },
    /** A rebuild has moved requests to another index. */
    indexReplaced: (generation: string) => logger.info({ generation }, 'index replaced'),
    /** `lacks`: the newest write that the index lacks; undefined: it has all again. */
    indexRolledBack: (lacks: Lacking | undefined) => {
      if (lacks) logger.error({ document: lacks.id, version: lacks.version }, ROLLED_BACK);
      else logger.info('index complete again: it has every write recorded in index-marks/');
    },
    indexNotCompared: (error: unknown) =>
      logger.error({ cause: describeError(error) }, 'index not compared with index-marks/'),
  };
}

function writeEvents({ logger, metrics }: EventSinks) {
  return {
    /** A version or a deletion is answered for. Its request's line names it. */
    acknowledged: () => metrics.unrefreshed.inc(),
    /** Another request's claimed slot was brought into the index. */
    headCaughtUp: () => metrics.headCatchups.inc(),
    notMarked: (error: unknown) =>
      logger.warn({ cause: describeError(error) }, 'newest write not recorded in index-marks/'),
  };
}
