import { unsupportedType, validationError } from '../../domain/errors.js';
import type { BodyBudget } from '../limits/body-budget.js';
import type { CooperativeQueue } from '../limits/cooperative-queue.js';
import { askForBody } from '../body/decoders.js';
import { checkJson } from '../body/check-json.js';
import { mostBytesOf, readBytes } from '../body/read-bytes.js';
import type { HttpContext, Middleware } from '../state.js';

const JSON_TYPES = ['application/json', 'application/*+json'];

/**
 * Reads the JSON body into `ctx.state.body`, once it is admitted. A missing content type counts as JSON. Raises
 * `RATE_LIMITED`, before they are parsed, for more bytes than the owner may store.
 */
export function readJsonBody(limit: number, budget: BodyBudget, largeWork: CooperativeQueue): Middleware {
  return async (ctx, next) => {
    const { req } = ctx;
    if (!hasBody(ctx)) throw validationError([{ path: '', message: 'is not valid JSON' }]);
    req.headers['content-type'] ||= 'application/json';
    if (!ctx.is(JSON_TYPES)) throw unsupportedType(JSON_TYPES);
    const { owner } = ctx.state.actor as NonNullable<typeof ctx.state.actor>;
    const most = mostBytesOf(req, limit);
    const admitted = await budget.admit(owner, most);
    // A write goes on after its client has left, so its body counts until then.
    try {
      askForBody(ctx);
      const bytes = await readBytes(req, { limit, most });
      admitted.shrinkTo(bytes.length);
      ctx.state.bodyBytes = bytes.length;
      // Of a coded or chunked body only now.
      await ctx.state.stored?.raiseTo(bytes.length);
      ctx.state.body = await checkJson(bytes, { owner, admitted, largeWork });
      await next();
    } finally {
      admitted.end();
    }
  };
}

function hasBody(ctx: Pick<HttpContext, 'req'>): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = ctx.req.headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}
