import { AsyncLocalStorage } from 'node:async_hooks';
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace as spans,
  type Context,
  type Span,
  type Tracer as OtelTracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { ERRORS, QuireError } from '../domain/errors.js';
import type { SpanStart } from '../platform/tracer.js';
import type { RequestEnd, RequestStart, RequestTrace, RequestTracer } from './request-events.js';
import type { TraceAllowance } from './trace-allowance.js';

/** A bulk request has any number of lines, each with spans of its own. */
const SPANS_PER_TRACE = 256;
const METHODS = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE']);
const PROPAGATOR = new W3CTraceContextPropagator();
const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT };

/** A recorded request that has not ended. */
type OpenTrace = { left: number };
type SpanParent = { trace: OpenTrace; context: Context };

type Options = { tracer: OtelTracer; allowance: TraceAllowance; close(): Promise<void> };

/** Spans of the OpenTelemetry SDK. */
export class RequestSpans implements RequestTracer {
  readonly #tracer: OtelTracer;
  readonly #allowance: TraceAllowance;
  readonly #here = new AsyncLocalStorage<SpanParent | undefined>();
  readonly #open = new Set<OpenTrace>();
  readonly close: () => Promise<void>;

  constructor({ tracer, allowance, close }: Options) {
    this.#tracer = tracer;
    this.#allowance = allowance;
    this.close = close;
  }

  begin(start: RequestStart): RequestTrace | undefined {
    const { headers } = start;
    const parent =
      headers['traceparent'] === undefined
        ? ROOT_CONTEXT
        : PROPAGATOR.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const span = this.#allowance.isLeft ? this.#beginSpan(start, parent) : undefined;
    const context = span && spans.setSpan(parent, span);
    if (span?.isRecording() && context) return this.#record(span, context);
    const known = spans.getSpanContext(parent)?.traceId;
    return known === undefined ? undefined : { traceId: known, run: (work) => work(), end: () => undefined };
  }

  span<T>({ name, kind, attributes }: SpanStart, work: () => T): T {
    const place = this.#placeNow();
    if (!place) return work();
    const { trace } = place;
    if (--trace.left < 0) {
      this.#leave(trace);
      return work();
    }
    const span = this.#tracer.startSpan(name, { kind: KINDS[kind], ...(attributes && { attributes }) }, place.context);
    return endWith(span, () => this.#here.run({ trace, context: spans.setSpan(place.context, span) }, work));
  }

  headers(): Readonly<Record<string, string>> | undefined {
    const place = this.#placeNow();
    if (!place) return undefined;
    const headers: Record<string, string> = {};
    PROPAGATOR.inject(place.context, headers, defaultTextMapSetter);
    return headers;
  }

  bind(): <T>(work: () => T) => T {
    const place = this.#placeNow();
    return (work) => (place === this.#placeNow() ? work() : this.#here.run(place, work));
  }

  #beginSpan({ method, scheme }: RequestStart, parent: Context): Span {
    const attributes = { 'http.request.method': METHODS.has(method) ? method : '_OTHER', 'url.scheme': scheme };
    return this.#tracer.startSpan('HTTP', { kind: SpanKind.SERVER, attributes }, parent);
  }

  #record(span: Span, context: Context): RequestTrace {
    const ended = this.#allowance.take();
    const trace: OpenTrace = { left: SPANS_PER_TRACE };
    this.#open.add(trace);
    return {
      traceId: span.spanContext().traceId,
      run: (work) => this.#here.run({ trace, context }, work),
      end: (end) => {
        ended();
        this.#leave(trace);
        describeRequest(span, end);
        span.setAttribute('quire.spans_left_out', trace.left < 0);
        span.end();
      },
    };
  }

  /** Work that goes on after its request has ended, such as a timer, is of no request. */
  #placeNow(): SpanParent | undefined {
    const place = this.#open.size > 0 ? this.#here.getStore() : undefined;
    return place && this.#open.has(place.trace) ? place : undefined;
  }

  /** Before Node 24 the storage is kept by hooks, for which all promises pay. */
  #leave(trace: OpenTrace): void {
    this.#open.delete(trace);
    if (this.#open.size === 0) this.#here.disable();
  }
}

/** A result that is no promise tells nothing of when the work ends: its span is dropped. */
function endWith<T>(span: Span, work: () => T): T {
  const result = work();
  if (result instanceof Promise) {
    result.then(
      () => span.end(),
      (error: unknown) => {
        describeError(span, error);
        span.end();
      },
    );
  }
  return result;
}

/** Messages of errors may name keys of objects, so only the kind is told. A refusal is no fault of the work. */
function describeError(span: Span, error: unknown): void {
  const isOurs = error instanceof QuireError;
  span.setAttribute('error.type', isOurs ? error.code : (error as Error).name);
  if (!isOurs || ERRORS[error.code].level !== 'info') span.setStatus({ code: SpanStatusCode.ERROR });
}

function describeRequest(span: Span, end: Parameters<RequestTrace['end']>[0]): void {
  const { method, route, status, requestId } = end;
  span.updateName(METHODS.has(method) ? [method, route].filter(Boolean).join(' ') : 'HTTP');
  span.setAttributes({ 'http.response.status_code': status, 'quire.request_id': requestId, ...namedAttributes(end) });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

function namedAttributes({ route, owner, failure, documentId, folderId, version, status }: RequestEnd) {
  const named = {
    'http.route': route,
    'quire.owner': owner,
    'quire.document_id': documentId,
    'quire.folder_id': folderId,
    'quire.version': version,
    'error.type': failure?.code ?? (status >= 500 ? String(status) : undefined),
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}
