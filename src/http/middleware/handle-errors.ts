import { ERRORS, failureOf, UnavailableError } from '../../domain/errors.js';
import { presentError } from '../present/errors.js';
import type { Middleware } from '../state.js';

/** Turns every error into the one error shape. Headers already set stay, except those about the replaced content. */
export const handleErrors: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    const failure = failureOf(error);
    ctx.state.failure = failure;
    if (failure instanceof UnavailableError) ctx.set('Retry-After', String(failure.retryAfter));
    if (ERRORS[failure.code].status === 401) ctx.set('WWW-Authenticate', 'Bearer');
    // The rest of the request may never come.
    if (failure.code === 'REQUEST_TIMEOUT') ctx.set('Connection', 'close');
    for (const name of ['ETag', 'Location', 'Link', 'Content-Encoding', 'Content-Security-Policy']) ctx.remove(name);
    // Contrary to its type, Koa gives undefined for an absent header.
    const caching: unknown = ctx.response.get('Cache-Control');
    if (String(caching).startsWith('public')) ctx.set('Cache-Control', 'no-store');
    ctx.status = ERRORS[failure.code].status;
    ctx.body = presentError(failure);
  }
};
