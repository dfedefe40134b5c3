import Router from '@koa/router';
import { answerConstant, type Constant } from './answers/constant-answer.js';
import { createConsole } from './console/console.js';
import { refuseOtherMethods } from './middleware/limit-methods.js';
import { nameRoute } from './middleware/name-route.js';
import type { HttpContext, Middleware, RequestState } from './state.js';
import { sitePages, type PageOptions } from './pages/pages.js';
import { createAssetViewer } from './viewer/asset-viewer.js';
import { createFileViewer } from './viewer/file-viewer.js';
import { createViewer, type ViewerOptions } from './viewer/viewer.js';

type PublicOptions = ViewerOptions &
  PageOptions & {
    /** Missing dependencies; empty: ready. */
    missing(): Promise<string[]>;
  };

/** Routes without a key: probes, the OpenAPI description, pages about the service, the viewer, the console. */
export function createPublicRouter(options: PublicOptions): Middleware {
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  const handlers: Record<string, (ctx: HttpContext) => Promise<void>> = {
    '/health/live': async (ctx) => {
      ctx.body = { status: 'alive' };
    },
    '/health/ready': (ctx) => answerReadiness(ctx, options),
    '/openapi.json': answerConstant(() => describing(options.description)),
    ...sitePages(options),
    '/d/:document_id.md': createFileViewer('md', options),
    '/d/:document_id.json': createFileViewer('json', options),
    '/d/:document_id/assets/:sha256': createAssetViewer(options),
    '/d/:document_id': createViewer(options),
    ...createConsole(),
  };
  for (const path of ['/docs', '/console']) if (handlers[path]) handlers[`${path}/`] = redirectTo(`..${path}`);
  for (const [path, handler] of Object.entries(handlers)) {
    router.get(path, nameRoute(path), handler as Middleware);
    router.all(path, nameRoute(path), refuseOtherMethods(['get']));
  }
  return router.routes() as Middleware;
}

/** `where`: relative, as a proxy may serve below a path of its own. */
function redirectTo(where: string): (ctx: HttpContext) => Promise<void> {
  return async (ctx) => {
    ctx.status = 308;
    ctx.set({ Location: where, 'Cache-Control': 'no-cache' });
    ctx.body = '';
  };
}

async function answerReadiness(ctx: HttpContext, { missing }: PublicOptions): Promise<void> {
  const names = await missing();
  ctx.set('Cache-Control', 'no-store');
  ctx.status = names.length === 0 ? 200 : 503;
  ctx.body = { status: names.length === 0 ? 'ready' : 'not ready', missing: names };
}

function describing(description: object): Constant {
  return {
    text: JSON.stringify(description),
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  };
}
