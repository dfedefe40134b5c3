import type { UnavailableError } from './domain/errors.js';
import { type Logger, describeError } from './observability/logger.js';
import type { Metrics } from './observability/metrics.js';
import type { BackendEvents } from './backends.js';

/** Logs a reason when it changes: a backend can stay away for long. */
export function waitingLog(logger: Logger): (error: UnavailableError) => void {
  let logged = '';
  return ({ message: reason, cause }) => {
    if (reason !== logged) logger.warn({ reason, cause: describeError(cause) }, 'backend unavailable');
    logged = reason;
  };
}

export function believingLog(logger: Logger, metrics: Metrics): (isBelieving: boolean) => void {
  return (isBelieving) => {
    metrics.oldKeys.set(isBelieving ? 1 : 0);
    if (isBelieving) logger.warn('object store away: keys are judged by its last answers');
    else logger.info('object store back: keys are current again');
  };
}

export function backendEvents(logger: Logger, metrics: Metrics): BackendEvents {
  return {
    limiterMode: (mode, cause) => {
      metrics.limiterMode.set(mode === 'shared' ? 1 : 0);
      logger[mode === 'shared' ? 'info' : 'warn']({ mode, cause: describeError(cause) }, 'rate-limiter mode changed');
    },
    replicas: (state) => {
      if (state === 'guarded') logger.info('Redis has no replicas without min-replicas-to-write any more');
      else logger.warn('Redis has replicas without min-replicas-to-write: a failover can leave two primaries');
    },
    stuckSegment: (file, error) =>
      logger.warn({ file, cause: describeError(error) }, 'room of removed objects not given back'),
    cutSegment: (file, { at, bytes }) => logger.warn({ file, at, bytes }, 'interrupted write cut off'),
  };
}

export function exportLog(logger: Logger): (error: Error | undefined) => void {
  return (error) => {
    if (error) logger.warn({ cause: describeError(error) }, 'collector away: spans are lost');
    else logger.info('collector back: spans are taken again');
  };
}

export function taskFailureLog(logger: Logger): (task: string, error: unknown) => void {
  return (task, error) => logger.warn({ task, cause: describeError(error) }, 'background task failed');
}
