import Router from '@koa/router';
import { refuseOtherMethods } from './middleware/limit-methods.js';
import { nameRoute } from './middleware/name-route.js';
import type { HttpContext, Middleware, RequestState } from './state.js';
import { createViewer, type ViewerOptions } from './viewer/viewer.js';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { hashTag, matchesNone } from './answers/entity-tags.js';

type PublicOptions = ViewerOptions & {
  /** Missing dependencies; empty: ready. */
  missing(): Promise<string[]>;
  description: Record<string, unknown>;
};

/** Routes without a key: probes, the OpenAPI description, the viewer. */
export function createPublicRouter(options: PublicOptions): Middleware {
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  const handlers: Record<string, (ctx: HttpContext) => Promise<void>> = {
    '/health/live': async (ctx) => {
      ctx.body = { status: 'alive' };
    },
    '/health/ready': (ctx) => answerReadiness(ctx, options),
    '/openapi.json': answerDescription(options.description),
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

const COMPRESSORS = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Coding = keyof typeof COMPRESSORS;

const CACHE_CONTROL = 'public, max-age=3600';

/** Answers with the OpenAPI description, a constant that is compressed once for each coding. */
function answerDescription(description: object): (ctx: HttpContext) => Promise<void> {
  const text = Buffer.from(JSON.stringify(description));
  const entityTag = hashTag(text.toString());
  const compressed = new Map<Coding, Promise<Buffer>>();
  return async (ctx) => {
    const coding = ctx.acceptsEncodings('br', 'gzip', 'identity');
    ctx.vary('Accept-Encoding');
    ctx.set({ ETag: entityTag, 'Cache-Control': CACHE_CONTROL, 'X-Content-Type-Options': 'nosniff' });
    ctx.type = 'application/json';
    ctx['compress'] = false;
    if (coding === 'br' || coding === 'gzip') {
      const bytes = compressed.get(coding) ?? COMPRESSORS[coding](text);
      compressed.set(coding, bytes);
      ctx.set('Content-Encoding', coding);
      ctx.body = await bytes;
    } else {
      ctx.body = text;
    }
    if (matchesNone(ctx.headers['if-none-match'], entityTag)) ctx.status = 304;
  };
}
