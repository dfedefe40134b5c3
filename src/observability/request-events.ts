import { ERRORS, reasonOf, type QuireError } from '../domain/errors.js';
import { type Logger, describeError } from './logger.js';
import type { Metrics } from './metrics.js';
import type { IncomingHttpHeaders } from 'node:http';
import type { Tracer } from '../platform/tracer.js';

export type LineCounts = Partial<Record<'2xx' | '4xx' | '5xx', number>>;

export type RequestEnd = {
  requestId: string;
  /** Undefined: the request is not recorded, and its client named no trace. */
  traceId: string | undefined;
  method: string;
  route: string | undefined;
  owner: string | undefined;
  keyId: string | undefined;
  /** 499: the client went away before the answer had ended. */
  status: number;
  durationMs: number;
  /** The client's address, logged only for 401 and 429: to trace a flood or a stolen key. */
  address: string;
  failure: QuireError | undefined;
  /** Of a bulk request. */
  lines: LineCounts | undefined;
  refusals: Readonly<Record<string, number>> | undefined;
  /** Undefined: the caller is unknown. */
  plan: string | undefined;
  /** Bytes of the connection. */
  transferred: { received: number; sent: number };
};

export type RequestStart = { headers: IncomingHttpHeaders; method: string; scheme: string };

/** One request that is recorded, or whose client sent a valid `traceparent`. */
export type RequestTrace = {
  traceId: string;
  run<T>(work: () => T): T;
  end(end: RequestEnd & { documentId: string | undefined }): void;
};

export type RequestTracer = Tracer & {
  begin(start: RequestStart): RequestTrace | undefined;
  /** Sends what is left, for at most two seconds. */
  close(): Promise<void>;
};

const TRACED = new Set([401, 429]);

export type RequestEvents = {
  requestBegan(start: RequestStart): RequestTrace | undefined;
  requestEnded(end: RequestEnd): void;
};

type Told = { logger: Logger; metrics: Metrics; tracer: RequestTracer | undefined };

export function createRequestEvents({ logger, metrics, tracer }: Told): RequestEvents {
  return {
    requestBegan: (start) => tracer?.begin(start),
    requestEnded({ failure, address, refusals, plan = 'none', transferred, ...end }) {
      const { method, route = 'none', status, durationMs } = end;
      metrics.requests.observe({ method, route, status }, durationMs / 1000);
      for (const [statuses, count] of Object.entries(end.lines ?? {})) metrics.lines.inc({ status: statuses }, count);
      const refused = end.lines ? refusals : failure && { [reasonOf(failure)]: 1 };
      for (const [reason, count] of Object.entries(refused ?? {})) metrics.refusals.inc({ reason }, count);
      metrics.transferred.inc({ plan, direction: 'received' }, transferred.received);
      metrics.transferred.inc({ plan, direction: 'sent' }, transferred.sent);
      const level = failure ? ERRORS[failure.code].level : 'info';
      const traced = TRACED.has(status) ? { address } : {};
      const line = { ...end, durationMs: Math.round(durationMs * 1000) / 1000, ...traced, ...describe(failure) };
      logger[level](line, 'request');
    },
  };
}

function describe(failure: QuireError | undefined) {
  if (!failure) return {};
  const unexpected = ERRORS[failure.code].level !== 'info';
  return { code: failure.code, ...(unexpected && { reason: failure.message, cause: describeError(failure.cause) }) };
}
