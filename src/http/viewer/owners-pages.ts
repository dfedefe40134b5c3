import { NO_ASSETS } from '../../domain/content/assets.js';
import { QuireError } from '../../domain/errors.js';
import { PAGE_HEADERS } from '../../render/page/page-shell.js';
import type { Reply, UnsavedPage, WantedPage } from '../route.js';
import type { PageSource, ViewerPages } from './viewer-pages.js';

/** Pages for the owners of documents. They have a share of their own within the bound on all pages. */
export function ownersPages(pages: ViewerPages, baseUrl: () => string): (wanted: WantedPage) => Promise<Reply> {
  return async ({ head: { id, createdAt, owner, byKey }, version, part, isNewest, read }) => {
    const key = byKey?.key ?? null;
    const name = { id, createdAt, version, url: null, part, owner, key, base: baseUrl() };
    const source: PageSource = { line: 'owners', asker: owner, read, admitRendering: async () => undefined };
    const find = async () => {
      const page = await pages.get(name, source);
      if (!page) throw new QuireError('PART_NOT_FOUND');
      return page;
    };
    // The answer names the number of parts. If only the document tells it, one reading serves the page too. With a key
    // the page may have links, and its tag depends on where they lead.
    const found = key !== null || pages.keptParts(name) === undefined ? await find() : undefined;
    const parts = await pages.countParts(name, source);
    if (part > parts) throw new QuireError('PART_NOT_FOUND');
    const load = async () => (found ?? (await find())).bytes;
    const headers = headersOf({ part, parts }, isNewest ? '' : `&version=${version}`);
    return { status: 200, etag: found?.tag ?? pages.tagOf(name), headers, load };
  };
}

/** The page of a document that is not stored. */
export function unsavedPages(pages: ViewerPages, baseUrl: () => string): (unsaved: UnsavedPage) => Promise<Reply> {
  return async ({ owner, key, content, part }) => {
    const blocks = content.blocks.map((block, order) => ({ ...block, id: String(order), order }));
    const createdAt = new Date().toISOString();
    const version = { assets: NO_ASSETS, root: null, ...content, blocks, version: 0, createdAt };
    const { bytes, parts } = await pages.preview(version, { owner, key, base: baseUrl(), part });
    if (part > parts) throw new QuireError('PART_NOT_FOUND');
    return { status: 200, headers: headersOf({ part, parts }), text: bytes };
  };
}

function headersOf({ part, parts }: { part: number; parts: number }, rest = ''): Record<string, string> {
  const links = [
    ...(part > 1 ? [`<?part=${part - 1}${rest}>; rel="prev"`] : []),
    ...(part < parts ? [`<?part=${part + 1}${rest}>; rel="next"`] : []),
  ].join(', ');
  return { ...PAGE_HEADERS, 'Cache-Control': 'private, no-cache', ...(links && { Link: links }) };
}
