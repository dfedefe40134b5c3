import { isApiError, type Client, type Document } from '../client/client.js';
import { assetsInfo } from '../domain/content/assets.js';
import { contentHash } from '../domain/content/content-hash.js';
import type { Content, Visibility } from '../domain/document.js';
import { hashWith } from './files/file-document.js';
import type { KeySpace } from './key-space.js';

/**
 * A document as Quire has it. `hash`: of the bytes of a file that was sent as it is, else of the content, with the
 * assets; null if an older service wrote it.
 */
export type RemoteDocument = {
  path: string;
  id: string;
  url: string;
  folderId: string;
  hash: string | null;
  version: number;
  tags: readonly string[];
  visibility: Visibility;
};

/** `tag`: for `If-Match` by key; it names this life of the key. */
export type FoundDocument = RemoteDocument & { hash: string; tag: string };

export type RemoteScope = { client: Client; keys: KeySpace; signal: AbortSignal };

/** `remotes`: by path. `others`: how many more keys begin with the prefix. */
export async function listRemote(
  { client, keys, signal }: RemoteScope,
  listed: () => void,
): Promise<{ remotes: Map<string, RemoteDocument>; others: number }> {
  const remotes = new Map<string, RemoteDocument>();
  let others = 0;
  const query = keys.prefix === '' ? {} : { key_prefix: keys.prefix };
  for await (const item of client.listDocuments(query, { signal })) {
    if (item.key === null) continue;
    const path = keys.pathOf(item.key);
    if (path === undefined) {
      others += 1;
      continue;
    }
    const { id, url, folder_id: folderId, visibility, current_version: version } = item;
    const hash = hashOf(item, { ofContent: item.content_hash, assetsHash: item.assets_hash });
    const found = { hash, version: version ?? 0, tags: tagsOf(item) };
    remotes.set(path, { path, id, url, folderId, visibility, ...found });
    listed();
  }
  return { remotes, others };
}

/** Reads the document itself: a list may have been made before. Undefined: there is none. */
export async function findRemote(
  { client, keys, signal }: RemoteScope,
  path: string,
): Promise<FoundDocument | undefined> {
  try {
    const document = await client.getDocumentByKey(keys.keyOf(path), { signal });
    const { id, url, folder_id: folderId, visibility, etag: tag } = document;
    const ofContent = contentHash(contentOf(document));
    const hash = hashOf(document, { ofContent, assetsHash: assetsHashOf(document) });
    return { path, id, url, folderId, visibility, hash, version: versionOf(tag), tags: tagsOf(document), tag };
  } catch (error) {
    if (isApiError(error, 'DOCUMENT_NOT_FOUND')) return undefined;
    throw error;
  }
}

/** Text has no assets. `assetsHash`: as in a list of documents. */
export function hashOf<H extends string | null>(
  { source, content_type }: Pick<Document, 'source' | 'content_type'>,
  { ofContent, assetsHash }: { ofContent: H; assetsHash: string | null },
): H | string {
  const hash: H | string = source?.sha256 ?? ofContent;
  return typeof hash === 'string' && content_type !== 'text' ? hashWith(hash, assetsHash) : hash;
}

/** As lists have it. */
export function assetsHashOf({ assets }: Pick<Document, 'assets'>): string | null {
  return assetsInfo(new Map(Object.entries(assets)))?.sha256 ?? null;
}

function tagsOf({ metadata }: Pick<Document, 'metadata'>): string[] {
  const tags = metadata?.['tags'];
  return Array.isArray(tags) ? tags : [];
}

type Held = Pick<Document, 'title' | 'content_type' | 'metadata' | 'blocks'>;

export function contentOf({ title, content_type, metadata, blocks }: Held): Content {
  return { title, contentType: content_type, metadata, blocks };
}

/** An entity tag by key is the version, and a point and the life of the key after its first one. */
function versionOf(tag: string): number {
  return Number(/^"(\d+)/.exec(tag)?.[1]);
}
