import type { Middleware } from '../state.js';

/** Says in logs and metrics which route a request took: its pattern, never the path itself. */
export function nameRoute(pattern: string): Middleware {
  return (ctx, next) => {
    ctx.state.route = pattern;
    return next();
  };
}
