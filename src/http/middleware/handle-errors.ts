import { ERRORS, QuireError, UnavailableError } from '../../domain/errors.js';
import { presentError } from '../present/errors.js';
import type { Middleware } from '../state.js';

/** Turns whatever was raised into the one error shape; headers that are set already stay. */
export const handleErrors: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    const failure = error instanceof QuireError ? error : new QuireError('INTERNAL_ERROR', {}, { cause: error });
    ctx.state.failure = failure;
    if (failure instanceof UnavailableError) ctx.set('Retry-After', String(failure.retryAfter));
    ctx.remove('ETag');
    ctx.status = ERRORS[failure.code].status;
    ctx.body = presentError(failure);
  }
};
