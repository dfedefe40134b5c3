import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Actor, Role } from '../domain/api-key.js';
import type { ErrorCode } from '../domain/errors.js';
import type { Limits } from '../domain/limits.js';
import type { Precondition } from '../domain/precondition.js';
import type { Context } from '../operations/context.js';
import type { EpochReading } from '../ports/counters.js';
import type { LargeWork } from './large-work.js';
import type { Text } from './present/blocks.js';

/** What a handler works on: a request that is judged, admitted and validated. */
export type RouteRequest<P, Q, B> = {
  actor: Actor;
  /** The owner's write epoch, read before anything else of this request; undefined: unknown. */
  reading: EpochReading | undefined;
  params: P;
  query: Q;
  body: B;
  /** Of the body, decoded; 0 without one. */
  bodyBytes: number;
  /** If-Match; undefined where absent or where the route does not take it. */
  precondition: Precondition | undefined;
  idempotencyKey: string | undefined;
  /** Books bytes held until the answer has ended; the most that was named counts. Raises `OverloadedError`. */
  hold(bytes: number): void;
};

export type Reply = {
  status: number;
  /** Undefined: no body, or one that is JSON text already. */
  body?: unknown;
  text?: Text | string;
  /**
   * Makes the JSON text, instead of `text`, where `etag` is known before. It is not called for a HEAD, nor where the
   * client has what the tag names.
   */
  load?: () => Promise<Text>;
  /** JSON text in pieces of some 64 KiB, instead of `text`; made as they are sent. With an `etag` that is known. */
  slices?: AsyncIterable<string>;
  /** With its quotes, or `hash`: made from the body or the text; undefined: none. */
  etag?: string;
};

export type RequestHeader = 'Idempotency-Key' | 'If-Match';

export type RouteSpec<P extends TObject, Q extends TObject, B extends TSchema> = {
  operationId: string;
  summary: string;
  method: 'get' | 'post' | 'delete';
  /** With parameters as `:name`. */
  path: string;
  role: Role;
  params: P;
  query: Q;
  /** Undefined: any body is ignored. */
  body: B | undefined;
  requestHeaders: readonly RequestHeader[];
  success: { status: number; description: string; schema: TSchema | undefined };
  /** Beyond those that every operation, or every operation with a body, can answer. */
  errors: readonly ErrorCode[];
  /** Checks that a schema cannot say; raises a validation error. */
  check?(body: Static<B>): void;
  handle(request: RouteRequest<Static<P>, Static<Q>, Static<B>>): Promise<Reply>;
};

/** A route whose types have been checked where it was defined. */
export type Route = RouteSpec<TObject, TObject, TSchema>;

export function defineRoute<P extends TObject, Q extends TObject, B extends TSchema>(
  spec: RouteSpec<P, Q, B>,
): Route {
  return spec as unknown as Route;
}

/** What routes are made with. */
export type RouteServices = {
  context: Context;
  limits: Limits;
  largeWork: LargeWork;
  /** The viewer address of a document. */
  urlOf(documentId: string): string;
};
