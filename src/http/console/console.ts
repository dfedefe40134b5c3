import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { QuireError } from '../../domain/errors.js';
import { PAGE_STYLE_SOURCE } from '../../render/page/page-style.js';
import { answerConstant } from '../answers/constant-answer.js';
import type { HttpContext } from '../state.js';

type Handler = (ctx: HttpContext) => Promise<void>;

/**
 * The console runs no script and loads no style but its own, and no document runs any: a frame made from text inherits
 * this policy. Such a frame has the viewer's style. Its images load by https, as on the viewer's page, and also from
 * the service; those of a private document are got with the key, and are blobs of the console. No other frame loads.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${PAGE_STYLE_SOURCE}`,
  "connect-src 'self'",
  "img-src 'self' https: blob:",
  "frame-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types quire-frame',
].join('; ');

const PAGE_HEADERS = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
};

/** The name of an asset changes with its contents. */
const ASSET_HEADERS = { 'Cache-Control': 'public, max-age=31536000, immutable' };

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Compiled, this file is `dist/src/http/console/console.js`. */
const BUILT = fileURLToPath(new URL('../../../console/', import.meta.url));

/** Handlers by path. None in a checkout whose console is not built. */
export function createConsole(folder = BUILT): Record<string, Handler> {
  const page = join(folder, 'page.html');
  if (!existsSync(page)) return {};
  return {
    '/console': answerFile(page, 'text/html; charset=utf-8', PAGE_HEADERS),
    // One route for all: each release has other names, and each route has series of its own in the metrics.
    '/console/assets/:name': answerAssets(join(folder, 'assets')),
  };
}

function answerAssets(folder: string): Handler {
  const assets = new Map<string, Handler>();
  for (const name of readdirSync(folder)) {
    const type = TYPES[extname(name)];
    if (type !== undefined) assets.set(name, answerFile(join(folder, name), type, ASSET_HEADERS));
  }
  return (ctx) => {
    const { name = '' } = ctx['params'] as { name?: string };
    const answer = assets.get(name);
    if (!answer) throw new QuireError('ROUTE_NOT_FOUND');
    return answer(ctx);
  };
}

function answerFile(file: string, type: string, headers: Readonly<Record<string, string>>): Handler {
  return answerConstant(() => ({ text: readFileSync(file, 'utf8'), headers: { ...headers, 'Content-Type': type } }));
}
