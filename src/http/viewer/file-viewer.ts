import { QuireError } from '../../domain/errors.js';
import type { FileKind } from '../../render/worker/document-files.js';
import { PAGE_HEADERS } from '../../render/page/page-shell.js';
import { matchesNone } from '../answers/entity-tags.js';
import { sendNoContent } from '../middleware/send-answer.js';
import type { HttpContext } from '../state.js';
import { answerNotFound, findPage, type ViewerOptions } from './viewer.js';
import { fileTag } from './viewer-pages.js';

const MEDIA_TYPES = { md: 'text/markdown', json: 'application/json' };

const FILE_HEADERS = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Content-Disposition': 'inline',
};

/** A public document as a file. It is counted and bounded as pages are. */
export function createFileViewer(kind: FileKind, options: ViewerOptions) {
  return async (ctx: HttpContext): Promise<void> => {
    const found = await findPage(ctx, options);
    if (!found) return answerNotFound(ctx);
    const { head, source } = found;
    if (kind === 'md' && head.contentType !== 'markdown') return answerNoFile(ctx, 'its content is not Markdown');
    const name = { ...found.name, kind };
    const entityTag = fileTag(name);
    const isKnown = matchesNone(ctx.headers['if-none-match'], entityTag);
    const file = isKnown ? undefined : await options.pages.file(name, source);
    if (!isKnown && !file) return answerNoFile(ctx, 'it takes too long to write');
    ctx.status = 200;
    ctx.set({
      ...FILE_HEADERS,
      'Content-Type': `${MEDIA_TYPES[kind]}; charset=utf-8`,
      ETag: entityTag,
      Link: `<${name.url}>; rel="canonical"`,
      ...(options.viewerRobots !== undefined && { 'X-Robots-Tag': options.viewerRobots }),
    });
    if (file) ctx.body = file;
    else sendNoContent(ctx);
    if (isKnown) ctx.status = 304;
  };
}

function answerNoFile(ctx: HttpContext, why: string): void {
  ctx.state.failure = new QuireError('DOCUMENT_NOT_FOUND');
  ctx.status = 404;
  ctx.set({ ...FILE_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' });
  ctx.body = `This document has no Markdown file: ${why}. The address that ends in .json has all of it.\n`;
}
