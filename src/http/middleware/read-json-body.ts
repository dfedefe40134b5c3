import { QuireError, unsupportedType, validationError } from '../../domain/errors.js';
import type { BodyBudget, BodyShare } from '../limits/body-budget.js';
import { BodyPaces } from '../limits/body-paces.js';
import type { CooperativeQueue } from '../limits/cooperative-queue.js';
import { askForBody } from '../body/ask-for-body.js';
import { checkJson } from '../body/check-json.js';
import { readBytes } from '../body/read-bytes.js';
import type { HttpContext, Middleware } from '../state.js';

const JSON_TYPES = ['application/json', 'application/*+json'];

/**
 * Reads the JSON body into `ctx.state.body`. A missing content type counts as JSON. Raises `RATE_LIMITED`, before they
 * are parsed, for more bytes than the owner may store.
 */
export function readJsonBody(bodyBytes: number, budget: BodyBudget, largeWork: CooperativeQueue): Middleware {
  const paces = new BodyPaces();
  return async (ctx, next) => {
    const { req, res } = ctx;
    if (!hasBody(ctx)) throw validationError([{ path: '', message: 'is not valid JSON' }]);
    req.headers['content-type'] ||= 'application/json';
    if (!ctx.is(JSON_TYPES)) throw unsupportedType(JSON_TYPES);
    if (isTooLong(ctx, bodyBytes)) throw new QuireError('PAYLOAD_TOO_LARGE', { limit: bodyBytes });
    const { owner } = ctx.state.actor as NonNullable<typeof ctx.state.actor>;
    const share = budget.open(owner, res);
    try {
      await readAndCheck(ctx, owner, share);
      await next();
    } finally {
      share.endWork();
    }
  };

  async function readAndCheck(ctx: HttpContext, owner: string, share: BodyShare): Promise<void> {
    askForBody(ctx);
    const bytes = await readBytes(ctx.req, { limit: bodyBytes, share, paces });
    ctx.state.bodyBytes = bytes.length;
    // Of a coded or chunked body only now.
    await ctx.state.stored?.raiseTo(bytes.length);
    ctx.state.body = await checkJson(bytes, { owner, share, largeWork });
  }
}

function hasBody(ctx: Pick<HttpContext, 'req'>): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = ctx.req.headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

/** Checks Content-Length before anything is kept. A coded body does not state its decoded length. */
function isTooLong({ req }: Pick<HttpContext, 'req'>, most: number): boolean {
  const { 'content-length': length, 'content-encoding': coding } = req.headers;
  return length !== undefined && coding === undefined && Number(length) > most;
}
