import type { Context as KoaContext, Middleware as KoaMiddleware } from 'koa';
import type { Actor } from '../domain/api-key.js';
import type { QuireError } from '../domain/errors.js';
import type { EpochReading } from '../ports/counters.js';

/** What middleware of one request leaves for those after it, and for its log line. */
export type State = {
  requestId: string;
  /** The route's pattern; undefined until one has matched. */
  route?: string;
  actor?: Actor;
  reading?: EpochReading | undefined;
  /** The parsed JSON body of a route that takes one. */
  body?: unknown;
  /** Of the body, decoded. */
  bodyBytes?: number;
  /**
   * Books bytes that the request holds until its answer has ended: the most that was named counts. Raises
   * `OverloadedError`. An answer is booked when it is made, so this is for what has to be known before.
   */
  hold?(bytes: number): void;
  /** What the request ended with, if not well. */
  failure?: QuireError;
};

export type HttpContext = KoaContext & { state: State };
export type Middleware = KoaMiddleware<State>;
