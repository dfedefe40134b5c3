import cors from '@koa/cors';
import Koa from 'koa';
import type { HttpConfig } from '../config/config.js';
import type { LivingHead } from '../domain/head.js';
import type { Limits } from '../domain/limits.js';
import type { RequestEvents } from '../observability/request-events.js';
import type { Tracer } from '../platform/tracer.js';
import type { Authenticate } from '../operations/auth/authenticate.js';
import { findLinked } from '../operations/by-key/find-linked.js';
import type { Context } from '../operations/context.js';
import type { Render } from '../render/worker/render-pool.js';
import { AnswerBudget } from './limits/answer-budget.js';
import { createApiRouter } from './api-router.js';
import { admitAddress, admitCaller } from './middleware/admit-caller.js';
import { handleErrors } from './middleware/handle-errors.js';
import { sendAnswer } from './middleware/send-answer.js';
import { countUnknownRoutes, refuseUnknownPath } from './middleware/limit-methods.js';
import { showQuota } from './middleware/show-quota.js';
import { traceRequest } from './middleware/trace-request.js';
import { CooperativeQueue } from './limits/cooperative-queue.js';
import type { MarkdownConversion } from './limits/markdown-conversion.js';
import { describeApi } from './openapi.js';
import { readQuery, withoutNeedlessEscapes } from './paths.js';
import type { PathOf } from '../operations/folders/folder-paths.js';
import { keptResults, type ResultPage } from './answers/result-page.js';
import { searchResultText } from './present/documents.js';
import { createPublicRouter } from './public-router.js';
import { allRoutes } from './routes/all-routes.js';
import type { HttpContext, Middleware, RequestState } from './state.js';
import { ownersPages, unsavedPages } from './viewer/owners-pages.js';
import { ViewerPages } from './viewer/viewer-pages.js';

type AppServices = {
  context: Context<ResultPage>;
  authenticate: Authenticate;
  events: RequestEvents;
  config: HttpConfig;
  limits: Limits;
  /** Whether searches take words. */
  fullText: boolean;
  missing(): Promise<string[]>;
  /** `{app_url}`: known once the service listens. */
  baseUrl(): string;
  /** How the operator's shell runs `quire`, for the front page. */
  command: string;
  /** Whether the index gives the same object for a head again. */
  keepsHeads: boolean;
  draining: AbortSignal;
  tracer: Tracer;
  render: Render;
  conversion: MarkdownConversion;
};

export function createApp(services: AppServices): Koa<RequestState> {
  const { context, config, limits, missing, baseUrl, command } = services;
  const urlOf = (documentId: string) => `${baseUrl()}/d/${documentId}`;
  const largeWork = new CooperativeQueue();
  const presentResult = services.keepsHeads
    ? keptResults(urlOf)
    : (head: LivingHead, pathOf: PathOf) => searchResultText(head, { urlOf, pathOf });
  const { render } = services;
  const pages = new ViewerPages({
    lang: config.viewerLang,
    render,
    findLinked: (reader, targets) => findLinked(context, reader, targets),
  });
  const answers = { answerPage: ownersPages(pages, baseUrl), answerUnsaved: unsavedPages(pages, baseUrl) };
  const routes = allRoutes({ ...services, ...answers, urlOf, largeWork, presentResult });
  const app = new Koa<RequestState>({ proxy: config.trustedProxyHops > 0, maxIpsCount: config.trustedProxyHops });
  Object.defineProperty(app.request, 'query', { get: queryOf });
  app.use(undoNeedlessEscapes);
  app.use(traceRequest(services.events));
  app.use(closeWhenDraining(services.draining));
  const anonymousLimit = { scope: 'unauthenticated', perMinute: config.unauthenticatedPerMinute };
  const admitAnonymous = (ctx: HttpContext) => admitAddress(ctx, context.counters, anonymousLimit);
  app.use(allowOrigins(config.corsOrigins, admitAnonymous));
  app.use(handleErrors);
  app.use(countUnknownRoutes(admitAnonymous));
  app.use(sendAnswer(new AnswerBudget(config.answersInFlightBytes)));
  const description = describeApi(routes, limits);
  app.use(elsewhere(createPublicRouter({ ...config, context, pages, missing, urlOf, baseUrl, description, command })));
  app.use(underV1(setCommonHeaders));
  app.use(underV1(showQuota(context)));
  const coveredBy = (owner: string) => context.freshness.coveredBy(owner);
  const callers = { ...config, ...services, counters: context.counters };
  const admit = admitCaller({ ...callers, coveredBy });
  app.use(createApiRouter({ ...callers, routes, admit, largeWork, bodyBytes: limits.bodyBytes }));
  app.use(underV1(admit));
  app.use(refuseUnknownPath);
  return app;
}

function queryOf(this: Koa.Request): ReturnType<typeof readQuery> {
  return readQuery(this.querystring);
}

function underV1(middleware: Middleware): Middleware {
  return (ctx, next) => (isUnderV1(ctx) ? middleware(ctx, next) : next());
}

/** A router compares each of its paths. */
function elsewhere(middleware: Middleware): Middleware {
  return (ctx, next) => (isUnderV1(ctx) ? next() : middleware(ctx, next));
}

function isUnderV1({ path }: HttpContext): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}

const undoNeedlessEscapes: Middleware = (ctx, next) => {
  ctx.url = withoutNeedlessEscapes(ctx.url);
  return next();
};

const setCommonHeaders: Middleware = (ctx, next) => {
  ctx.res.setHeader('Cache-Control', 'private, no-cache');
  ctx.res.setHeader('X-Content-Type-Options', 'nosniff');
  return next();
};

/** The process is ending: the next request on a kept-alive connection would find it closed. */
function closeWhenDraining(draining: AbortSignal): Middleware {
  return async (ctx, next) => {
    await next();
    if (draining.aborted) ctx.set('Connection', 'close');
  };
}

/** CORS is off without origins. A preflight under /v1 has no key, so it counts against the client's address. */
function allowOrigins(origins: readonly string[], admit: (ctx: HttpContext) => Promise<void>): Middleware {
  if (origins.length === 0) return (_ctx, next) => next();
  const allowed = (origin: string) => origins.includes(origin) || origins.includes('*');
  const answer = cors({
    origin: (ctx) => (allowed(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    exposeHeaders: EXPOSED_HEADERS,
    keepHeadersOnError: true,
    allowMethods: 'GET,HEAD,POST,PUT,PATCH,DELETE',
    maxAge: 600,
  }) as Middleware;
  const admitThen: Middleware = (ctx, next) => admit(ctx).then(next);
  const check = underV1((ctx, next) => handleErrors(ctx, () => setCommonHeaders(ctx, () => admitThen(ctx, next))));
  return (ctx, next) => (isPreflight(ctx) ? check(ctx, () => answer(ctx, next)) : answer(ctx, next));
}

function isPreflight(ctx: HttpContext): boolean {
  return ctx.method === 'OPTIONS' && ctx.get('Origin') !== '' && ctx.get('Access-Control-Request-Method') !== '';
}

const EXPOSED_HEADERS = [
  'ETag',
  'Link',
  'Location',
  'Retry-After',
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Quota-Used',
  'X-Quota-Limit',
  'X-Quota-Reset',
];
