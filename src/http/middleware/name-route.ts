import type { Middleware } from '../state.js';

/** Sets the route for logs and metrics: the pattern, never the path itself. */
export function nameRoute(pattern: string): Middleware {
  return (ctx, next) => {
    ctx.state.route = pattern;
    return next();
  };
}
