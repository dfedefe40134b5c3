import { isUtf8 } from 'node:buffer';
import { unsupportedType, validationError } from '../../domain/errors.js';
import type { BodyBudget } from '../limits/body-budget.js';
import type { CooperativeQueue } from '../limits/cooperative-queue.js';
import { askForBody } from '../body/decoders.js';
import { checkJson } from '../body/check-json.js';
import { readForm } from '../body/read-form.js';
import { mostBytesOf, readBytes } from '../body/read-bytes.js';
import type { Route } from '../route.js';
import type { HttpContext, Middleware } from '../state.js';

const JSON_TYPES = ['application/json', 'application/*+json'];
const FILE_TYPES = { 'text/markdown': 'markdown', 'text/html': 'html', 'text/plain': 'text' } as const;
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i;
/** UTF-8, and what is a part of it. */
const UTF_8 = /^(?:utf-?8|us-ascii)$/i;

type Reading = {
  limit: number;
  budget: BodyBudget;
  largeWork: CooperativeQueue;
  takesFile: boolean;
  raw?: Route['raw'];
};

/**
 * Reads the body, once it is admitted: JSON into `ctx.state.body`, a file into `ctx.state.file`, any bytes and forms
 * into `ctx.state.files`. A missing content type counts as JSON. Raises `RATE_LIMITED` before they are parsed, for more
 * bytes than the owner may store.
 */
export function readBody({ budget, largeWork, takesFile, raw, ...reading }: Reading): Middleware {
  const { limit } = raw ?? reading;
  // Files are copied out of their form.
  const copies = raw?.form ? 2 : 1;
  return async (ctx, next) => {
    const { req } = ctx;
    const contentType = takesFile ? fileType(ctx) : undefined;
    if (!raw && contentType === undefined) expectJson(ctx, takesFile);
    const { owner } = ctx.state.actor as NonNullable<typeof ctx.state.actor>;
    const most = mostBytesOf(req, limit);
    const admitted = await budget.admit(owner, copies * most, raw?.form !== undefined);
    // A write goes on after its client has left, so its body counts until then.
    try {
      askForBody(ctx);
      const bytes = await readBytes(req, { limit, most });
      admitted.shrinkTo(copies * bytes.length);
      ctx.state.bodyBytes = bytes.length;
      // Of a coded or chunked body only now.
      await ctx.state.stored?.raiseTo(bytes.length);
      if (raw?.form) ctx.state.files = await readForm(bytes, req.headers['content-type'], raw.form);
      else if (raw) ctx.state.files = new Map([['', bytes]]);
      else if (contentType) ctx.state.file = { text: textOf(bytes), contentType };
      else ctx.state.body = await checkJson(bytes, { owner, admitted, largeWork });
      await next();
    } finally {
      admitted.end();
    }
  };
}

/** Raises `UNSUPPORTED_MEDIA_TYPE`, and a validation error where there is no body. */
function expectJson(ctx: HttpContext, takesFile: boolean): void {
  if (!hasBody(ctx)) throw validationError([{ path: '', message: 'is not valid JSON' }]);
  ctx.req.headers['content-type'] ||= 'application/json';
  if (!ctx.is(JSON_TYPES)) throw unsupportedType([...JSON_TYPES, ...(takesFile ? ['text/markdown'] : [])]);
}

function hasBody(ctx: Pick<HttpContext, 'req'>): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = ctx.req.headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

/** Undefined: it is no file, or of another charset. Plain text and HTML are files only where the query says so, too. */
function fileType(ctx: HttpContext) {
  const sent = ctx.headers['content-type'] ?? '';
  const type = FILE_TYPES[sent.split(';', 1)[0]?.trim().toLowerCase() as keyof typeof FILE_TYPES];
  const [, charset = 'utf-8'] = CHARSET.exec(sent) ?? [];
  if (type === undefined || !UTF_8.test(charset)) return undefined;
  const named = ctx.query['content_type'] ?? '';
  return named === type || (named === '' && type === 'markdown') ? type : undefined;
}

/** A byte order mark is kept. */
function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw validationError([{ path: '', message: 'is not valid UTF-8' }]);
  return bytes.toString();
}
