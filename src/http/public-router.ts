import Router from '@koa/router';
import { getPublicDocument } from '../operations/get-document.js';
import type { Context } from '../operations/context.js';
import { QuireError } from '../domain/errors.js';
import { renderNotFoundPage, renderPage, type Page } from '../viewer/render-page.js';
import { admitAddress } from './middleware/admit-caller.js';
import { refuseOtherMethods } from './middleware/limit-methods.js';
import { nameRoute } from './middleware/name-route.js';
import type { HttpContext, Middleware, State } from './state.js';

export type PublicOptions = {
  context: Context;
  viewerPerMinute: number;
  /** What is missing for the service to do its work; nothing: ready. */
  missing(): Promise<string[]>;
  description: Record<string, unknown>;
};

/** What needs no key: probes, the interface's description, the viewer. */
export function createPublicRouter(options: PublicOptions): Middleware {
  const router = new Router<State>({ strict: true, sensitive: true });
  const handlers: Record<string, (ctx: HttpContext) => Promise<void>> = {
    '/health/live': async (ctx) => { ctx.body = { status: 'alive' }; },
    '/health/ready': (ctx) => answerReadiness(ctx, options),
    '/openapi.json': async (ctx) => { ctx.body = options.description; },
    '/d/:document_id': (ctx) => answerViewer(ctx, options),
  };
  for (const [path, handler] of Object.entries(handlers)) {
    router.get(path, nameRoute(path), handler as Middleware);
    router.all(path, nameRoute(path), refuseOtherMethods(['get']));
  }
  return router.routes() as Middleware;
}

async function answerReadiness(ctx: HttpContext, { missing }: PublicOptions): Promise<void> {
  const names = await missing();
  ctx.set('Cache-Control', 'no-store');
  ctx.status = names.length === 0 ? 200 : 503;
  ctx.body = { status: names.length === 0 ? 'ready' : 'not ready', missing: names };
}

async function answerViewer(ctx: HttpContext, { context, viewerPerMinute }: PublicOptions): Promise<void> {
  await admitAddress(ctx, context.counters, { scope: 'viewer', perMinute: viewerPerMinute });
  const page = await findPage(context, String(ctx['params']['document_id']));
  ctx.status = page.status;
  ctx.set(page.headers);
  ctx.body = page.html;
}

async function findPage(context: Context, documentId: string): Promise<Page & { status: number }> {
  try {
    const { head, version } = await getPublicDocument(context, documentId);
    return { status: 200, ...renderPage({ ...version, updatedAt: head.updatedAt }) };
  } catch (error) {
    if (!(error instanceof QuireError) || error.code !== 'DOCUMENT_NOT_FOUND') throw error;
    return { status: 404, ...renderNotFoundPage() };
  }
}
