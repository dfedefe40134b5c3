import { QuireError } from '../../domain/errors.js';
import { matchesNone } from '../answers/entity-tags.js';
import { sendNoContent } from '../middleware/send-answer.js';
import { assetHeaders } from '../answers/asset-reply.js';
import type { HttpContext } from '../state.js';
import { answerNotFound, findPage, type ViewerOptions } from './viewer.js';

/** The page is sandboxed, so its origin is none, and its images are of another site. */
const HEADERS = { 'Cross-Origin-Resource-Policy': 'cross-origin', 'Cache-Control': 'no-cache' };

/**
 * An asset of the newest version of a public document, counted as pages are. The worst legal request reads the largest
 * version, if what it names is not known, and the largest asset. The answer is one for all that may be missing.
 */
export function createAssetViewer(options: ViewerOptions) {
  return async (ctx: HttpContext): Promise<void> => {
    try {
      if (!(await answerAsset(ctx, options))) answerNotFound(ctx);
    } catch (error) {
      if (!(error instanceof QuireError) || !error.code.endsWith('_NOT_FOUND')) throw error;
      answerNotFound(ctx);
    }
  };
}

async function answerAsset(ctx: HttpContext, options: ViewerOptions): Promise<boolean> {
  const found = await findPage(ctx, options);
  if (!found) return false;
  const { context, viewerRobots } = options;
  const { head, source } = found;
  const sha256 = String((ctx['params'] as Record<string, string>)['sha256']);
  const onSize = (bytes: number) => ctx.state.bookBytes?.(bytes);
  const wanted = { version: head.currentVersion, sha256, admit: source.admitRendering, onSize };
  await context.namedAssets.expect(context, head, wanted);
  const etag = `"${sha256}"`;
  const isKnown = matchesNone(ctx.headers['if-none-match'], etag);
  const bytes = isKnown ? undefined : await context.assets.read({ owner: head.owner, sha256 }, onSize);
  ctx.status = 200;
  const robots = viewerRobots === undefined ? {} : { 'X-Robots-Tag': viewerRobots };
  ctx.set({ ...HEADERS, ...(bytes && assetHeaders(bytes)), ...robots, ETag: etag });
  if (bytes) ctx.body = bytes;
  else sendNoContent(ctx);
  if (isKnown) ctx.status = 304;
  return true;
}
