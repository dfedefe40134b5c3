import { ERRORS, reasonOf, type QuireError } from '../domain/errors.js';
import { type Logger, describeError } from './logger.js';
import type { Metrics } from './metrics.js';
import type { IncomingHttpHeaders } from 'node:http';
import type { Tracer } from '../platform/tracer.js';

export type LineCounts = Partial<Record<'2xx' | '4xx' | '5xx', number>>;

/**
 * What a request named, as far as it can be a name, and what was found by that or made: never content. `key`: the
 * owner's own, of a document. `version`: the one that the request has made.
 */
export type RequestNames = { documentId?: string; folderId?: string; key?: string; version?: number };

/** A line of a bulk request. `line`: its number. */
export type LoggedLine = RequestNames & { line: number; op: string; status: number };

export type LoggedLines = { requestId: string; owner: string; keyId: string; lines: readonly LoggedLine[] };

export type RequestEnd = { [Name in keyof RequestNames]: RequestNames[Name] | undefined } & {
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
export type RequestTrace = { traceId: string; run<T>(work: () => T): T; end(end: RequestEnd): void };

export type RequestTracer = Tracer & {
  begin(start: RequestStart): RequestTrace | undefined;
  /** Sends what is left, for at most two seconds. */
  close(): Promise<void>;
};

const TRACED = new Set([401, 429]);

export type RequestEvents = {
  requestBegan(start: RequestStart): RequestTrace | undefined;
  /** Counts the request, logs it, and ends its trace. */
  requestEnded(end: RequestEnd, trace: RequestTrace | undefined): void;
  /** They have written, or may have. */
  linesWritten(lines: LoggedLines): void;
  linesRefused(lines: LoggedLines): void;
};

type EventSinks = { logger: Logger; metrics: Metrics; tracer: RequestTracer | undefined };

export function createRequestEvents({ logger, metrics, tracer }: EventSinks): RequestEvents {
  return {
    requestBegan: (start) => tracer?.begin(start),
    requestEnded(end, trace) {
      const { failure, method, route = 'none', status, durationMs, plan = 'none', transferred } = end;
      metrics.requests.observe({ method, route, status }, durationMs / 1000);
      for (const [statuses, count] of Object.entries(end.lines ?? {})) metrics.lines.inc({ status: statuses }, count);
      const refused = end.lines ? end.refusals : failure && { [reasonOf(failure)]: 1 };
      for (const [reason, count] of Object.entries(refused ?? {})) metrics.refusals.inc({ reason }, count);
      metrics.transferred.inc({ plan, direction: 'received' }, transferred.received);
      metrics.transferred.inc({ plan, direction: 'sent' }, transferred.sent);
      trace?.end(end);
      const level = failure ? ERRORS[failure.code].level : 'info';
      logger[level](lineOf(end), 'request');
    },
    linesWritten: ({ lines: written, ...of }) => logger.info({ ...of, written }, 'lines written'),
    linesRefused: ({ lines: refused, ...of }) => logger.info({ ...of, refused }, 'lines refused'),
  };
}

/** One literal: to copy or extend an object of so many members takes longer than all else here. */
function lineOf(end: RequestEnd) {
  const { failure, status } = end;
  const isUnexpected = failure && ERRORS[failure.code].level !== 'info';
  return {
    requestId: end.requestId,
    traceId: end.traceId,
    method: end.method,
    route: end.route,
    owner: end.owner,
    keyId: end.keyId,
    documentId: end.documentId,
    folderId: end.folderId,
    key: end.key,
    version: end.version,
    status,
    durationMs: Math.round(end.durationMs * 1000) / 1000,
    lines: end.lines,
    address: TRACED.has(status) ? end.address : undefined,
    code: failure?.code,
    reason: isUnexpected ? failure.message : undefined,
    cause: isUnexpected ? describeError(failure.cause) : undefined,
  };
}
