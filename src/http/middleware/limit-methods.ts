import { QuireError } from '../../domain/errors.js';
import type { HttpContext, Middleware } from '../state.js';

export function refuseOtherMethods(taken: readonly string[]): Middleware {
  const allow = taken.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])).join(', ');
  return (ctx) => {
    ctx.set('Allow', allow);
    throw new QuireError('METHOD_NOT_ALLOWED', { allow });
  };
}

export const refuseUnknownPath: Middleware = () => {
  throw new QuireError('ROUTE_NOT_FOUND');
};

const UNKNOWN = new Set(['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED']);

/** Without a window, an anonymous caller could send these without a limit. Under /v1 the key was counted. */
export function countUnknownRoutes(admitAddress: (ctx: HttpContext) => Promise<void>): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const isUnknown = error instanceof QuireError && UNKNOWN.has(error.code);
      if (isUnknown && ctx.state.actor === undefined) await admitAddress(ctx);
      throw error;
    }
  };
}
