import Router from '@koa/router';
import { BodyBudget } from './body-budget.js';
import { groupBy } from './group-by.js';
import { refuseOtherMethods } from './middleware/limit-methods.js';
import { nameRoute } from './middleware/name-route.js';
import { readJsonBody } from './middleware/read-json-body.js';
import { requireRole, runRoute } from './middleware/run-route.js';
import type { Route } from './route.js';
import type { Middleware, State } from './state.js';

export type ApiOptions = { routes: readonly Route[]; bodyBytes: number; bodiesInFlightBytes: number };

/** Everything under /v1, in the order of judgement: route, role, body, parameters, and what the handler finds. */
export function createApiRouter({ routes, bodyBytes, bodiesInFlightBytes }: ApiOptions): Middleware {
  const router = new Router<State>({ strict: true, sensitive: true });
  const readBody = readJsonBody(bodyBytes, new BodyBudget(bodiesInFlightBytes));
  const byPath = groupBy(routes, ({ path }) => path);
  for (const [path, group] of byPath) {
    for (const route of group) {
      router[route.method](path,
        nameRoute(path), requireRole(route), ...(route.body ? [readBody] : []), runRoute(route));
    }
    router.all(path, nameRoute(path), refuseOtherMethods(group.map(({ method }) => method)));
  }
  return router.routes() as Middleware;
}
