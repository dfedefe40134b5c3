import type { Context as KoaContext, Middleware as KoaMiddleware } from 'koa';
import type { Actor } from '../domain/api-key.js';
import type { QuireError } from '../domain/errors.js';
import type { Admission, EpochReading } from '../ports/counters.js';

export type RequestState = {
  requestId: string;
  route?: string;
  actor?: Actor;
  admission?: Admission;
  reading?: EpochReading | undefined;
  body?: unknown;
  bodyBytes?: number;
  /** As `RouteRequest.bookBytes`. An answer is booked when it is made: this is for bytes needed before. */
  bookBytes?(bytes: number): void;
  failure?: QuireError;
};

export type HttpContext = KoaContext & { state: RequestState };
export type Middleware = KoaMiddleware<RequestState>;
