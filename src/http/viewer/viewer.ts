import { QuireError } from '../../domain/errors.js';
import type { LivingHead } from '../../domain/head.js';
import type { Context } from '../../operations/context.js';
import { findPublicHead, type ReadContent } from '../../operations/get-document.js';
import { readSizedVersion } from '../../operations/read-version.js';
import { PAGE_HEADERS, renderNotFoundPage } from '../../render/page/page-shell.js';
import { clientNetwork } from '../limits/client-network.js';
import { isForGzip } from '../answers/compress-answer.js';
import { hashTag, matchesNone } from '../answers/entity-tags.js';
import { admitAddress, countAddress } from '../middleware/admit-caller.js';
import { sendNoContent } from '../middleware/send-answer.js';
import type { HttpContext } from '../state.js';
import type { DocumentName } from './viewer-documents.js';
import type { PageSource, PartName, ViewerPages } from './viewer-pages.js';

export type ViewerOptions = {
  context: Context;
  pages: ViewerPages;
  viewerPerMinute: number;
  renderingsPerMinute: number;
  /** What search engines are told of found pages. Undefined: nothing. */
  viewerRobots: string | undefined;
  urlOf(documentId: string): string;
  baseUrl(): string;
};

/** The worst legal request renders one part, in a thread: it takes at most as long as `RenderPool` gives it. */
export function createViewer(options: ViewerOptions) {
  const { pages, viewerRobots } = options;
  return async (ctx: HttpContext): Promise<void> => {
    const found = await findPage(ctx, options);
    const { at } = ctx.query;
    if (found && typeof at === 'string') return leadTo(ctx, pages, { ...found, fragment: at });
    const part = readPart(ctx);
    const isFound =
      found && part !== undefined && (await answerPage(ctx, pages, { ...found, name: { ...found.name, part } }));
    if (!isFound) answerNotFound(ctx);
    else if (viewerRobots !== undefined) ctx.set('X-Robots-Tag', viewerRobots);
  };
}

type FoundPage = { head: LivingHead; name: DocumentName; source: PageSource };

/** The public document that the path names. Counts the request. */
export async function findPage(ctx: HttpContext, options: ViewerOptions): Promise<FoundPage | undefined> {
  const { context, viewerPerMinute, renderingsPerMinute, urlOf, baseUrl } = options;
  await admitAddress(ctx, context.counters, { scope: 'viewer', perMinute: viewerPerMinute });
  const head = await findHead(context, String((ctx['params'] as Record<string, string>)['document_id']));
  if (!head) return undefined;
  const { id, createdAt, owner, byKey, currentVersion: version } = head;
  const admitRendering = async () => {
    await countAddress(ctx, context.counters, { scope: 'rendering', perMinute: renderingsPerMinute });
  };
  const read: ReadContent = (onSize) => readSizedVersion(context, { documentId: id, version }, onSize);
  return {
    head,
    name: { id, createdAt, version, url: urlOf(id), owner, key: byKey?.key ?? null, base: baseUrl() },
    source: { line: 'anonymous', asker: clientNetwork(ctx.ip), read, admitRendering },
  };
}

/** `part`, from 1; undefined: no such part can exist. */
function readPart({ query: { part = '1' } }: HttpContext): number | undefined {
  return typeof part === 'string' && /^[1-9][0-9]{0,5}$/.test(part) ? Number(part) : undefined;
}

/** Redirects to the place. To an address that names none, browsers add the fragment that they have. */
async function leadTo(ctx: HttpContext, pages: ViewerPages, found: FoundPage & { fragment: string }): Promise<void> {
  const { name, source, fragment } = found;
  const address = await pages.place(name, fragment, source);
  ctx.set({ 'Cache-Control': 'no-cache', Location: address || encodeURIComponent(name.id) });
  ctx.body = '';
  ctx.status = 302;
}

async function findHead(context: Context, documentId: string): Promise<LivingHead | undefined> {
  try {
    return await findPublicHead(context, documentId);
  } catch (error) {
    if (error instanceof QuireError && error.code === 'DOCUMENT_NOT_FOUND') return undefined;
    throw error;
  }
}

type PageRequest = { name: PartName; source: PageSource };

/**
 * HEAD and a matching If-None-Match render nothing. In a document with a key, only the page itself knows whether it has
 * links to look up: then only the tag of one that has none is known without it. False: no such part.
 */
async function answerPage(ctx: HttpContext, pages: ViewerPages, { name, source }: PageRequest): Promise<boolean> {
  const header = ctx.headers['if-none-match'];
  const anyTag = header?.trim() === '*';
  const mayHaveLinks = name.key !== null;
  const entityTag = pages.tagOf(name);
  const isKnown = matchesNone(header, entityTag) && !(anyTag && mayHaveLinks);
  const needsNoPage = isKnown || (ctx.method === 'HEAD' && !mayHaveLinks);
  const page = needsNoPage ? undefined : await pages.get(name, source);
  // `*` does not say that the client has seen this part.
  const hasSeen = isKnown && (name.part === 1 || !anyTag);
  const isThere = hasSeen || (needsNoPage ? await pages.has(name, source) : page !== undefined);
  if (!isThere) return false;
  const isSame = isKnown || (page !== undefined && matchesNone(header, page.tag));
  ctx.status = 200;
  // Making the page may have shown that it is plain text.
  ctx.set({ ...PAGE_HEADERS, ETag: isKnown ? entityTag : (page?.tag ?? pages.tagOf(name)) });
  if (!page || isSame || ctx.method === 'HEAD') sendNoContent(ctx);
  else if (isForGzip(ctx, page.bytes.length)) setCoded(ctx, await pages.gzip(page));
  else ctx.body = page.bytes;
  if (isSame) ctx.status = 304;
  return true;
}

function setCoded(ctx: HttpContext, coded: Buffer): void {
  ctx['compress'] = false;
  ctx.set('Content-Encoding', 'gzip');
  ctx.body = coded;
}

const NOT_FOUND = renderNotFoundPage();
const NOT_FOUND_TAG = hashTag(NOT_FOUND.html);

export function answerNotFound(ctx: HttpContext): void {
  ctx.state.failure = new QuireError('DOCUMENT_NOT_FOUND');
  ctx.status = 404;
  ctx.set({ ...NOT_FOUND.headers, ETag: NOT_FOUND_TAG });
  ctx.body = NOT_FOUND.html;
}
