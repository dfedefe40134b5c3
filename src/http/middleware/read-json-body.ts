import type { IncomingMessage } from 'node:http';
import { koaBody } from 'koa-body';
import { QuireError, validationError } from '../../domain/errors.js';
import type { BodyBudget } from '../body-budget.js';
import { parseJson } from '../parse-json.js';
import type { HttpContext, Middleware } from '../state.js';

const JSON_TYPES = ['application/json', 'application/*+json'];

/** Reads the body as JSON into `ctx.state.body`; what has no content type is taken for JSON too. */
export function readJsonBody(bodyBytes: number, budget: BodyBudget): Middleware {
  // As bytes (one a character): JSON's depth and UTF-8 are judged before a parser sees the text.
  const readBytes = koaBody({
    json: false, urlencoded: false, multipart: false, patchNode: false,
    text: true, textTypes: JSON_TYPES, textLimit: bodyBytes, encoding: 'binary',
  });
  return async (ctx, next) => {
    const { req } = ctx;
    if (!hasBody(ctx)) throw validationError([{ path: '', message: 'is not valid JSON' }]);
    req.headers['content-type'] ||= 'application/json';
    if (!ctx.is(JSON_TYPES)) throw new QuireError('UNSUPPORTED_MEDIA_TYPE');
    const coding = req.headers['content-encoding']?.toLowerCase();
    if (coding !== undefined) req.headers['content-encoding'] = coding === 'x-gzip' ? 'gzip' : coding;
    const settle = budget.take(coding === undefined ? statedLength(req, bodyBytes) : undefined, ctx.res);
    try {
      await readBytes(ctx, noNext);
    } catch (error) {
      // Nobody reads the rest, and a client that is still sending would wait for ever.
      req.unpipe();
      req.resume();
      throw bodyError(error, bodyBytes);
    }
    const body = Buffer.from(ctx.request.body as string, 'binary');
    settle(body.length);
    ctx.state.body = parseJson(body);
    await next();
  };
}

async function noNext(): Promise<void> {}

function hasBody(ctx: Pick<HttpContext, 'req'>): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = ctx.req.headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

/** More than is ever read is refused before anything is kept. */
function statedLength(req: IncomingMessage, most: number): number | undefined {
  const length = req.headers['content-length'];
  return length === undefined ? undefined : Math.min(Number(length), most);
}

function bodyError(error: unknown, limit: number): QuireError {
  const status = (error as { status?: number }).status;
  if (status === 413) return new QuireError('PAYLOAD_TOO_LARGE', { limit }, { cause: error });
  if (status === 415) return new QuireError('UNSUPPORTED_MEDIA_TYPE', {}, { cause: error });
  return validationError([{ path: '', message: 'could not be read to its end' }]);
}
