import Router from '@koa/router';
import { runLines, type LineServices } from './bulk/run-lines.js';
import { BodyBudget } from './limits/body-budget.js';
import { refuseOtherMethods } from './middleware/limit-methods.js';
import { nameRoute } from './middleware/name-route.js';
import { readBody } from './middleware/read-body.js';
import { requireRole, runRoute } from './middleware/run-route.js';
import type { CooperativeQueue } from './limits/cooperative-queue.js';
import type { Route } from './route.js';
import type { Middleware, RequestState } from './state.js';

type ApiOptions = Pick<LineServices, 'authenticate' | 'counters' | 'draining' | 'events' | 'tracer'> & {
  routes: readonly Route[];
  /** Authenticates and rate-limits the caller. It runs after routing, so refusals are counted by route too. */
  admit: Middleware;
  bodyBytes: number;
  bodiesInFlightBytes: number;
  largeWork: CooperativeQueue;
};

/** All routes. Checks run in this order: caller, method, role, body, parameters, handler. */
export function createApiRouter(options: ApiOptions): Middleware {
  const { routes, admit, bodyBytes, bodiesInFlightBytes, largeWork } = options;
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  const budget = new BodyBudget({ totalBytes: bodiesInFlightBytes, bodyBytes });
  const readers = { limit: bodyBytes, budget, largeWork };
  const readJson = readBody({ ...readers, takesFile: false });
  const readJsonOrFile = readBody({ ...readers, takesFile: true });
  const readerOf = ({ takesFile, raw }: Route) => {
    if (raw) return readBody({ ...readers, takesFile: false, raw });
    return takesFile ? readJsonOrFile : readJson;
  };
  const handlersOf = (route: Route): Middleware[] =>
    route.lines
      ? [runLines(route, route.lines, { ...options, budget })]
      : [...(route.body || route.raw ? [readerOf(route)] : []), runRoute(route, options.tracer)];
  const byPath = Map.groupBy(routes, ({ path }) => path);
  for (const [path, group] of byPath) {
    for (const route of group) {
      router[route.method](path, nameRoute(patternOf(path)), admit, requireRole(route), ...handlersOf(route));
    }
    if (group.some(({ isWithin }) => isWithin !== undefined)) continue;
    router.all(path, nameRoute(patternOf(path)), admit, refuseOtherMethods(group.map(({ method }) => method)));
  }
  return router.routes() as Middleware;
}

/** The path as logs and metrics name it. */
function patternOf(path: string): string {
  return path.replace(/\{\*(\w+)\}/, ':$1');
}
