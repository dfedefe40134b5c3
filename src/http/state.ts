import type { Context as KoaContext, Middleware as KoaMiddleware } from 'koa';
import type { Actor } from '../domain/api-key.js';
import type { ContentType } from '../domain/document.js';
import type { QuireError } from '../domain/errors.js';
import type { LineCounts, RequestNames } from '../observability/request-events.js';
import type { Admission, EpochReading } from '../ports/counters.js';
import type { StoredBytes } from '../operations/write/stored-bytes.js';
import type { AnswerShare } from './limits/answer-budget.js';

export type RequestState = {
  requestId: string;
  route?: string;
  actor?: Actor;
  admission?: Admission;
  reading?: EpochReading | undefined;
  body?: unknown;
  /** The body, if it is a file. */
  file?: { text: string; contentType: ContentType } | undefined;
  /** As `RouteRequest.files`. */
  files?: ReadonlyMap<string, Buffer> | undefined;
  bodyBytes?: number;
  stored?: StoredBytes;
  /** As `RouteRequest.bookBytes`. An answer is booked when it is made: this is for bytes needed before. */
  bookBytes?(bytes: number): void;
  /** For work that is not the whole answer: its bytes are returned when it ends. */
  bookWork?(): AnswerShare;
  failure?: QuireError;
  /** Of a request of lines: how many were answered, by class of status. */
  lines?: LineCounts;
  /** Of a request of lines: how many were refused, by reason. */
  refusals?: Record<string, number>;
  /** Of a request of lines: resolves when all lines that were begun have ended. Never rejects. */
  lineWork?: Promise<void>;
  /** For the log line, beside what the path names. */
  names?: RequestNames;
};

export type HttpContext = KoaContext & { state: RequestState };
export type Middleware = KoaMiddleware<RequestState>;
