import { unescape } from 'node:querystring';
import { QuireError, validationError } from '../../domain/errors.js';
import { hashTag, matchesNone } from '../answers/entity-tags.js';
import { checkRole, compileRoute } from '../compile-route.js';
import { isWellEscaped } from '../paths.js';
import type { Text } from '../present/blocks.js';
import type { RequestNames } from '../../observability/request-events.js';
import type { Tracer } from '../../platform/tracer.js';
import type { Reply, Route } from '../route.js';
import { sendSlices } from '../answers/send-slices.js';
import type { HttpContext, Middleware } from '../state.js';
import { nameFolder } from '../request-names.js';
import { sendNoContent } from './send-answer.js';

export function requireRole(route: Route): Middleware {
  return (ctx, next) => {
    checkRole(route, actorOf(ctx));
    return next();
  };
}

export function runRoute(route: Route, tracer: Tracer): Middleware {
  const { readBody, answer } = compileRoute(route, tracer);
  const known = new Set(Object.keys(route.query.properties));
  return async (ctx) => {
    const names: RequestNames = (ctx.state.names = {});
    const stored = ctx.state.stored as NonNullable<typeof ctx.state.stored>;
    const { file } = ctx.state;
    const body = readBody(file ? bodyOfFile(file, wellFormedQuery(ctx, known)) : ctx.state.body);
    nameFolder(names, body);
    // Members that the schema does not name become garbage now, not when the answer ends.
    const { files } = ctx.state;
    ctx.state.body = ctx.state.file = ctx.state.files = undefined;
    const answered = answer(body, {
      actor: actorOf(ctx),
      admission: ctx.state.admission as NonNullable<typeof ctx.state.admission>,
      reading: ctx.state.reading,
      params: () => wellFormedParams(ctx),
      query: () => {
        const query = wellFormedQuery(ctx, known);
        nameFolder(names, query);
        return query;
      },
      files,
      bodyBytes: ctx.state.bodyBytes ?? 0,
      stored,
      names,
      ifMatch: ctx.headers['if-match'],
      idempotencyKey: ctx.headers['idempotency-key'] as string | undefined,
      ifNoneMatch: ctx.headers['if-none-match'],
      accept: ctx.headers.accept,
      bookBytes: (bytes) => ctx.state.bookBytes?.(bytes),
    });
    const reply = await answered.finally(() => Object.assign(names, stored.made));
    await send(ctx, reply, route);
  };
}

/** A malformed escape names no version and no folder. Parameters are decoded already, so the raw path is checked. */
function wellFormedParams(ctx: HttpContext): Record<string, string> {
  const params = ctx['params'] as Record<string, string>;
  if (isWellEscaped(ctx.path)) return params;
  const { document_id: _document, folder_id: folderId = '', key, path, ...versions } = params;
  for (const [name, value] of Object.entries({ key, path })) {
    if (value !== undefined) throw validationError([{ path: `/${name}`, message: 'must be percent-encoded UTF-8' }]);
  }
  if (!isWellEscaped(folderId)) throw new QuireError('FOLDER_NOT_FOUND');
  if (!Object.values(versions).every(isWellEscaped)) throw new QuireError('VERSION_NOT_FOUND');
  return params;
}

/** Invalid UTF-8 would be decoded to a different text. Unknown parameters are not checked. */
function wellFormedQuery(ctx: HttpContext, known: ReadonlySet<string>): HttpContext['query'] {
  if (isWellEscaped(ctx.querystring)) return ctx.query;
  for (const pair of ctx.querystring.split('&')) {
    const name = unescape(pair.split('=', 1)[0] ?? '');
    if (known.has(name) && !isWellEscaped(pair)) {
      throw validationError([{ path: `/${name}`, message: 'must be percent-encoded UTF-8' }]);
    }
  }
  return ctx.query;
}

function actorOf(ctx: HttpContext) {
  return ctx.state.actor as NonNullable<typeof ctx.state.actor>;
}

type Query = Record<string, string | string[] | undefined>;

/** As JSON would have it. Empty parameters are absent. */
function bodyOfFile({ text, contentType }: NonNullable<HttpContext['state']['file']>, query: Query): object {
  const { tag, content_type: _, ...others } = query;
  const tags = [tag ?? []].flat().filter((each) => each !== '');
  return {
    ...Object.fromEntries(FILE_MEMBERS.flatMap((name) => (others[name] ? [[name, others[name]]] : []))),
    ...(tags.length > 0 && { metadata: { tags } }),
    content_type: contentType,
    [contentType]: text,
  };
}

const FILE_MEMBERS = ['title', 'key', 'folder_id', 'folder_path', 'visibility'];

/** Only these are answered 304: a write is answered in full. */
function isRead({ method }: HttpContext): boolean {
  return method === 'GET' || method === 'HEAD';
}

async function send(ctx: HttpContext, reply: Reply, { isTaggedInPart = false }: Route): Promise<void> {
  const { status, body, text = textOf(body), load, loadFile, slices, etag, location, headers = {} } = reply;
  ctx.status = status;
  if (location !== undefined) ctx.set('Location', location);
  if (reply.isNegotiated) ctx.vary('Accept');
  if ([text, load, loadFile, slices].every((each) => each === undefined)) return;
  ctx.type = 'application/json';
  ctx.set(headers);
  if (etag !== undefined) {
    const entityTag = etag === 'hash' ? hashTag(String(text ?? '')) : etag;
    ctx.set('ETag', entityTag);
    if (isRead(ctx) && !isTaggedInPart && matchesNone(ctx.headers['if-none-match'], entityTag)) {
      ctx.status = 304;
      return;
    }
  }
  if (slices) await sendSlices(ctx, slices);
  else if ((load ?? loadFile) && ctx.method === 'HEAD' && !reply.isLoadedForHead) sendHead(ctx, reply);
  else if (loadFile) sendFile(ctx, await loadFile());
  else if (load) sendText(ctx, await load());
  else if (text !== undefined) sendText(ctx, text);
}

/** The type of a file may be known only once it is made. */
function sendHead(ctx: HttpContext, { loadFile, headers }: Reply): void {
  sendNoContent(ctx);
  if (loadFile && headers?.['Content-Type'] === undefined) ctx.remove('Content-Type');
}

type LoadedFile = Awaited<ReturnType<NonNullable<Reply['loadFile']>>>;

function sendFile(ctx: HttpContext, { type, bytes, headers = {} }: LoadedFile): void {
  ctx.set({ ...headers, 'Content-Type': type });
  ctx.body = bytes;
}

function sendText(ctx: HttpContext, text: Text | string | Buffer): void {
  if (typeof text === 'string' || Buffer.isBuffer(text)) {
    ctx.body = text;
    return;
  }
  ctx.state.bookBytes?.(text.bytes);
  ctx.body = String(text);
}

function textOf(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body);
}
