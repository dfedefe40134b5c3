import { Type, type Static, type TObject, type TSchema } from '@sinclair/typebox';
import type { Actor, Role } from '../domain/api-key.js';
import type { SentAttached } from '../domain/content/assets.js';
import type { Source } from '../domain/content/source.js';
import type { Content } from '../domain/document.js';
import type { ErrorCode } from '../domain/errors.js';
import type { LivingHead } from '../domain/head.js';
import type { Limits } from '../domain/limits.js';
import type { Precondition } from '../domain/precondition.js';
import type { Context } from '../operations/context.js';
import type { RequestNames } from '../observability/request-events.js';
import type { StoredBytes } from '../operations/write/stored-bytes.js';
import type { ReadContent } from '../operations/get-document.js';
import type { Admission, EpochReading } from '../ports/counters.js';
import type { Tracer } from '../platform/tracer.js';
import type { Render } from '../render/worker/render-pool.js';
import type { CooperativeQueue } from './limits/cooperative-queue.js';
import type { MarkdownConversion } from './limits/markdown-conversion.js';
import type { Text } from './present/blocks.js';
import type { PresentResult, ResultPage } from './answers/result-page.js';

/** What the operations are about. */
export const TAGS = {
  assets: 'Images and other files that documents show or lead to. Each is named by the SHA-256 of its bytes.',
  documents: 'Documents of typed content blocks. Each has an address that shows its newest version.',
  folders: 'Folders, which hold documents and other folders.',
  limits: 'What the plan of a key allows.',
  versions: 'The versions of a document. They are numbered from 1 and never change.',
};

export type Tag = keyof typeof TAGS;

export type RouteRequest<P, Q, B> = {
  actor: Actor;
  /** Its windows count this request. */
  admission: Pick<Admission, 'minute' | 'day' | 'bytes'>;
  /** The owner's write epoch, read before anything else for this request; undefined: unknown. */
  reading: EpochReading | undefined;
  params: P;
  query: Q;
  body: B;
  /** Of a route with `raw`: by the names of their fields, or the body, whose name is empty. */
  files: ReadonlyMap<string, Buffer>;
  /** Of the decoded body; 0 without one. */
  bodyBytes: number;
  /** Reserved for the request, in the owner's window of bytes. */
  stored: StoredBytes;
  /** If-Match; undefined if absent or not taken by the route. */
  precondition: Precondition | undefined;
  idempotencyKey: string | undefined;
  /** The header Accept of a read. */
  accept: string | undefined;
  /** The only life of the key that a PUT by key may write to; undefined: any. */
  onlyLife: number | undefined;
  /** If-None-Match: * of a write. */
  onlyIfNone: boolean;
  /** For the log. What the path, the query and the body name is in it; a handler adds what it has found by them. */
  names: RequestNames;
  /** Books bytes held until the answer has ended; the largest value counts. Raises `OverloadedError`. */
  bookBytes(bytes: number): void;
};

export type Reply = {
  status: number;
  /** Undefined: no body, or the reply is already JSON text. */
  body?: unknown;
  text?: Text | string | Buffer;
  /** Makes a file on demand, instead of `load`; `type` is its media type with all parameters. */
  loadFile?: () => Promise<{ type: string; bytes: Buffer; headers?: Readonly<Record<string, string>> }>;
  /** Whether `loadFile` is called for HEAD, too: else its answer may lack the type, and has no length. */
  isLoadedForHead?: boolean;
  /** Whether the answer depends on the header Accept. */
  isNegotiated?: boolean;
  /** Makes the text on demand; needs `etag`. Not called for HEAD, nor if the client has the tagged content. */
  load?: () => Promise<Text | Buffer>;
  /** JSON text in pieces of about 64 KiB, made as they are sent, instead of `text`. Needs a known `etag`. */
  slices?: AsyncIterable<string>;
  /** The path of what was made, for the header of that name. */
  location?: string;
  /** Beside and instead of those of every answer. */
  headers?: Readonly<Record<string, string>>;
  /** With quotes. `hash`: computed from the body or text. Undefined: no entity tag. */
  etag?: string;
};

/** `If-None-Match`: of a write, where it must be `*`. */
export type RequestHeader = 'Idempotency-Key' | 'If-Match' | 'If-None-Match';

/** What names the document that a line changes. Both: they name one. Neither: a new document. */
export type LineTarget = { id?: string | undefined; key?: string | undefined };

/** For a route that takes and answers lines of JSON. `body`, `check` and `handle` are those of a line. */
export type LineRules<B = unknown> = {
  /** `body` with all that it holds. */
  described: TSchema;
  /** What the line changes. Lines to one document take effect in their order. */
  targetOf(line: B): LineTarget;
  /** Whether the line is checked against the window of bytes. */
  stores(line: B): boolean;
};

type RouteSpec<P extends TObject, Q extends TObject, B extends TSchema> = {
  operationId: string;
  summary: string;
  /** What the summary leaves out: sentences, for people who read the OpenAPI description. */
  description: string;
  tag: Tag;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  /** A path that takes all of this one, by other methods too. */
  isWithin?: string;
  /** Undefined: any key may ask. */
  role: Role | undefined;
  params?: P;
  query?: Q;
  /** Undefined: any body is ignored. */
  body?: B;
  /** Whether a body may be a file instead: Markdown, HTML or plain text. */
  takesFile?: boolean;
  /** The body is any bytes, or a form of so many files of so many bytes each. `content`: as OpenAPI describes it. */
  raw?: { limit: number; form?: { files: number; fileBytes: number }; content: object };
  lines?: LineRules<Static<B>>;
  /** Whether the answer may change while its entity tag stays, which is for `If-Match` then: it is never 304. */
  isTaggedInPart?: boolean;
  requestHeaders?: readonly RequestHeader[];
  success: {
    status: number;
    description: string;
    schema: TSchema | undefined;
    /** Other than JSON. */
    mediaType?: 'text/html' | '*/*';
    /** The form of `Reply.location`. An answer that has it also has the entity tag of the document. */
    location?: string;
    /** The request may make a document instead: 201, with the same schema, quota and `Reply.location`. */
    making?: { description: string; location: string };
  };
  /** Errors beyond those common to all operations, or to all with a body. */
  errors: readonly ErrorCode[];
  /** What a test sends and is answered (`made`: under `success.making`); see `schemas/examples.ts`. */
  example?: { body?: unknown; answer?: unknown; made?: unknown };
  /** Checks beyond the schema. Raises a validation error. */
  check?(body: Static<B>): void;
  handle(request: RouteRequest<Static<P>, Static<Q>, Static<B>>): Promise<Reply>;
};

/** A route whose types were checked at its definition. */
export type Route = AnySpec & Required<Pick<AnySpec, 'params' | 'query' | 'requestHeaders'>>;
type AnySpec = RouteSpec<TObject, TObject, TSchema>;

const NOTHING = Type.Object({});

export function defineRoute<P extends TObject, Q extends TObject, B extends TSchema>(spec: RouteSpec<P, Q, B>): Route {
  return { params: NOTHING, query: NOTHING, requestHeaders: [], ...spec };
}

/** A part of a version, for its owner. */
export type WantedPage = {
  head: LivingHead;
  version: number;
  part: number;
  /** Whether no version was named. */
  isNewest: boolean;
  read: ReadContent;
};

/** `content`: what a write would store. */
export type UnsavedPage = { owner: string; key: string | null; content: UnsavedContent; part: number };
type UnsavedContent = Content & SentAttached & { source: Source | null };

export type RouteServices = {
  context: Context<ResultPage>;
  limits: Limits;
  /** Whether searches take words. */
  fullText: boolean;
  largeWork: CooperativeQueue;
  conversion: MarkdownConversion;
  tracer: Tracer;
  render: Render;
  urlOf(documentId: string): string;
  presentResult: PresentResult;
  /** Raises `PART_NOT_FOUND`, and `OverloadedError` if too many pages are being rendered. */
  answerPage(wanted: WantedPage): Promise<Reply>;
  /** Raises as `answerPage`. */
  answerUnsaved(unsaved: UnsavedPage): Promise<Reply>;
};
