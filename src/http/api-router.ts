import Router from '@koa/router';
import { BodyBudget } from './body-budget.js';
import { groupBy } from './group-by.js';
import { refuseOtherMethods } from './middleware/limit-methods.js';
import { readJsonBody } from './middleware/read-json-body.js';
import { requireRole, runRoute } from './middleware/run-route.js';
import type { Route } from './route.js';
import type { Middleware, State } from './state.js';

export type ApiOptions = { routes: readonly Route[]; bodyBytes: number; bodiesInFlightBytes: number };

export type ApiRouter = {
  /** Says which route a request will take, before anything is judged: refusals are counted by route, too. */
  name: Middleware;
  /** Everything under /v1, in the order of judgement: route, role, body, parameters, and what the handler finds. */
  run: Middleware;
};

export function createApiRouter({ routes, bodyBytes, bodiesInFlightBytes }: ApiOptions): ApiRouter {
  const router = new Router<State>({ strict: true, sensitive: true });
  const readBody = readJsonBody(bodyBytes, new BodyBudget({ totalBytes: bodiesInFlightBytes, bodyBytes }));
  const byPath = groupBy(routes, ({ path }) => path);
  for (const [path, group] of byPath) {
    for (const route of group) {
      router[route.method](path,
        requireRole(route), ...(route.body ? [readBody] : []), runRoute(route));
    }
    router.all(path, refuseOtherMethods(group.map(({ method }) => method)));
  }
  const name: Middleware = (ctx, next) => {
    const pattern = router.match(ctx.path, ctx.method).path[0]?.path;
    if (typeof pattern === 'string') ctx.state.route = pattern;
    return next();
  };
  return { name, run: router.routes() as Middleware };
}
