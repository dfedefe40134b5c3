import Router from '@koa/router';
import { LRUCache } from 'lru-cache';
import type { LivingHead } from '../domain/head.js';
import { findPublicHead } from '../operations/get-document.js';
import type { Context } from '../operations/context.js';
import { readVersion } from '../operations/read-version.js';
import { QuireError } from '../domain/errors.js';
import { renderNotFoundPage, renderPage, type Page } from '../viewer/render-page.js';
import { hashTag, matchesNone } from './entity-tags.js';
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
  const description = JSON.stringify(options.description);
  const handlers: Record<string, (ctx: HttpContext) => Promise<void>> = {
    '/health/live': async (ctx) => { ctx.body = { status: 'alive' }; },
    '/health/ready': (ctx) => answerReadiness(ctx, options),
    '/openapi.json': async (ctx) => {
      ctx.type = 'application/json';
      ctx.body = description;
    },
    '/d/:document_id': createViewer(options),
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

type FoundPage = Page & { status: number; entityTag: string };

/** Rendering is the dearest thing that a stranger can ask for: a page is made once while it is kept. */
const PAGES_KEPT_CHARACTERS = 16 * 1024 * 1024;
/** A stranger's page must not push all others out. */
const LARGEST_KEPT = PAGES_KEPT_CHARACTERS / 8;

function createViewer({ context, viewerPerMinute }: PublicOptions): (ctx: HttpContext) => Promise<void> {
  const kept = new LRUCache<string, FoundPage>({
    maxSize: PAGES_KEPT_CHARACTERS, maxEntrySize: LARGEST_KEPT, sizeCalculation: ({ html }) => html.length,
  });
  return async (ctx) => {
    await admitAddress(ctx, context.counters, { scope: 'viewer', perMinute: viewerPerMinute });
    const page = await findPage(context, kept, String(ctx['params']['document_id']));
    ctx.status = page.status;
    ctx.set({ ...page.headers, ETag: page.entityTag });
    ctx.body = page.html;
    if (page.status === 200 && matchesNone(ctx.headers['if-none-match'], page.entityTag)) ctx.status = 304;
  };
}

async function findPage(
  context: Context, kept: LRUCache<string, FoundPage>, documentId: string,
): Promise<FoundPage> {
  try {
    const head = await findPublicHead(context, documentId);
    const name = `${head.id} ${head.currentVersion}`;
    const page = kept.get(name) ?? await makePage(context, head);
    kept.set(name, page);
    return page;
  } catch (error) {
    if (!(error instanceof QuireError) || error.code !== 'DOCUMENT_NOT_FOUND') throw error;
    return tagged(404, renderNotFoundPage());
  }
}

async function makePage(context: Context, head: LivingHead): Promise<FoundPage> {
  const version = await readVersion(context, head.id, head.currentVersion);
  return tagged(200, renderPage({ ...version, updatedAt: head.updatedAt }));
}

function tagged(status: number, page: Page): FoundPage {
  return { ...page, status, entityTag: hashTag(page.html) };
}
