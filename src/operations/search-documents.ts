import type { Actor } from '../domain/api-key.js';
import { QuireError } from '../domain/errors.js';
import { fold } from '../domain/fold.js';
import { TITLE_CODE_POINTS } from '../domain/limits.js';
import type { ResultPosition } from '../domain/result-order.js';
import type { EpochReading } from '../ports/counters.js';
import type { OnSize } from '../ports/object-store.js';
import { findFolder, type FolderReads } from './folders/find-folder.js';
import type { Freshness } from '../consistency/freshness.js';
import type { PageCache } from '../consistency/page-cache.js';
import type { DocumentIndex, ListedPage } from '../ports/document-index.js';

/** `P`: a page as the caller presents it. */
export type SearchPorts<P> = FolderReads & {
  index: Pick<DocumentIndex, 'search'>;
  freshness: Freshness;
  pages: Pick<PageCache<P>, 'get'>;
};

/** One code point folds to at most three (`ﬃ`), so no title has a longer prefix. */
const LONGEST_PREFIX = 3 * TITLE_CODE_POINTS;

type SearchDocuments<P> = {
  /** Title prefix, as sent. */
  prefix: string | undefined;
  tag: string | undefined;
  folderId: string | undefined;
  limit: number;
  offset: number;
  /** As in `SearchQuery`. */
  after: ResultPosition | undefined;
  reading: EpochReading | undefined;
  onSize?: OnSize;
  /** Must use nothing but the other members: its page is cached under them. */
  present(found: ListedPage): P | Promise<P>;
};

/** Raises `QUERY_REQUIRED`, `FOLDER_NOT_FOUND`. */
export async function searchDocuments<P>(ports: SearchPorts<P>, actor: Actor, input: SearchDocuments<P>): Promise<P> {
  const { prefix, tag, folderId, limit, offset, after, reading } = input;
  if (prefix === undefined && tag === undefined) throw new QuireError('QUERY_REQUIRED');
  const name = JSON.stringify([actor.owner, prefix, tag, folderId, limit, offset, after?.id, after?.foldedTitle]);
  return ports.pages.get(name, reading, async () => input.present(await findDocuments(ports, actor, input)));
}

async function findDocuments<P>(ports: SearchPorts<P>, actor: Actor, input: SearchDocuments<P>): Promise<ListedPage> {
  const { tag, folderId, limit, offset, after, onSize } = input;
  if (folderId !== undefined) await findFolder(ports, actor.owner, folderId);
  const prefix = input.prefix === undefined ? undefined : fold(input.prefix);
  if (prefix !== undefined && Array.from(prefix).length > LONGEST_PREFIX) {
    return { heads: [], next: undefined };
  }
  const unrefreshed = await ports.freshness.unrefreshed(actor.owner, input.reading);
  return ports.index.search({ owner: actor.owner, prefix, tag, folderId, limit, offset, after, unrefreshed, onSize });
}
