import type { Folder } from '../../src/domain/folder.js';
import type { Head, LivingHead } from '../../src/domain/head.js';
import type { ResultOrder, ResultPosition } from '../../src/domain/result-order.js';
import type {
  DocumentIndex,
  FolderListPosition,
  FolderQuery,
  ListedPage,
  ListQuery,
  RevisedHead,
  SearchQuery,
} from '../../src/ports/document-index.js';

export const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** By folded title, then id: the order of every search that names no other. */
export const byTitle = (a: LivingHead, b: LivingHead): number =>
  byBytes(a.foldedTitle, b.foldedTitle) || byBytes(a.id, b.id);

/** The place of a head in the order of titles. */
export const placeOf = ({ foldedTitle: value, id }: Pick<LivingHead, 'foldedTitle' | 'id'>): ResultPosition => ({
  value,
  id,
});

/** Each order in words of its own. */
const TEXTS: Record<string, (head: LivingHead) => string> = {
  title: ({ foldedTitle }) => foldedTitle,
  updated_at: ({ updatedAt }) => updatedAt,
  created_at: ({ createdAt }) => createdAt,
};

/** Heads in an order, from a place on. */
export function inOrder(heads: readonly LivingHead[], order: ResultOrder, after?: ResultPosition): LivingHead[] {
  const [, minus, field = ''] = /^(-?)(.*)$/.exec(order) ?? [];
  const textOf = TEXTS[field] as (head: LivingHead) => string;
  const compare = (one: ResultPosition, other: ResultPosition) =>
    (byBytes(one.value, other.value) || byBytes(one.id, other.id)) * (minus ? -1 : 1);
  const placed = heads.map((head) => ({ head, place: { value: textOf(head), id: head.id } }));
  placed.sort((one, other) => compare(one.place, other.place));
  return placed.filter(({ place }) => !after || compare(place, after) > 0).map(({ head }) => head);
}

/** Writes new heads, many at once; raises unless every one was written. */
export async function addHeads(index: DocumentIndex, heads: readonly Head[]): Promise<void> {
  const rest = heads.values();
  const worker = async () => {
    for (const head of rest) {
      const outcome = await index.writeHead({ head, expected: 'absent', summaries: [] });
      if (outcome !== 'written') throw new Error(`head ${head.id}: ${outcome}`);
    }
  };
  await Promise.all(Array.from({ length: 64 }, worker));
}

export async function readExisting(index: DocumentIndex, id: string): Promise<RevisedHead> {
  const found = await index.readHead(id);
  if (!found) throw new Error(`there is no head ${id}`);
  return found;
}

/** Replaces a head on condition of what it is now; raises unless it was written. */
export async function replaceHead(index: DocumentIndex, head: Head): Promise<void> {
  const { revision } = await readExisting(index, head.id);
  const outcome = await index.writeHead({ head, expected: revision, summaries: [] });
  if (outcome !== 'written') throw new Error(`head ${head.id}: ${outcome}`);
}

export const query = (owner: string, conditions: Partial<SearchQuery> = {}): SearchQuery => ({
  owner,
  prefix: undefined,
  tag: undefined,
  folderId: undefined,
  order: 'title',
  limit: 50,
  offset: 0,
  after: undefined,
  unrefreshed: [],
  ...conditions,
});

/** The documents of a page. */
export async function searchHeads(index: Pick<DocumentIndex, 'search'>, wanted: SearchQuery): Promise<LivingHead[]> {
  return (await index.search(wanted)).heads;
}

/** All pages of a search, each from the place that the one before names. Each but the last must be full. */
export async function searchAll(index: DocumentIndex, wanted: SearchQuery): Promise<LivingHead[]> {
  const all: LivingHead[] = [];
  for (let { after } = wanted; ;) {
    const { heads, next } = await index.search({ ...wanted, after });
    if (heads.length > wanted.limit) throw new Error(`${heads.length} heads in a page of ${wanted.limit}`);
    if (next && heads.length < wanted.limit) throw new Error('a page is short and names a next one');
    all.push(...heads);
    if (!next) return all;
    after = next;
  }
}

/** All pages of a list. Each page must move on. `look` is called with each. */
export async function listAll(
  index: DocumentIndex,
  conditions: Pick<ListQuery, 'owner'> & Partial<ListQuery>,
  look: (page: ListedPage) => void = () => undefined,
): Promise<LivingHead[]> {
  const query = {
    order: 'title' as const,
    after: undefined,
    unrefreshed: [],
    limit: 200,
    bytes: Infinity,
    ...conditions,
  };
  const all: LivingHead[] = [];
  for (let { after } = query as ListQuery; ;) {
    const { heads, next } = await index.list({ ...query, after });
    if (heads.length > query.limit) throw new Error(`${heads.length} heads in a page of ${query.limit}`);
    look({ heads, next });
    all.push(...heads);
    if (!next) return all;
    after = next;
  }
}

/** What a search must answer, by the words of the port and without any index. */
export function expectedPage(heads: readonly LivingHead[], wanted: SearchQuery): LivingHead[] {
  const { owner, prefix, tag, folderId, folderIds, order, limit, offset, after } = wanted;
  const meant = heads.filter(
    (head) =>
      head.owner === owner &&
      head.foldedTitle.startsWith(prefix ?? '') &&
      (tag === undefined || head.tags.includes(tag)) &&
      (folderId === undefined || head.folderId === folderId) &&
      (folderIds === undefined || folderIds.has(head.folderId)),
  );
  return inOrder(meant, order, after).slice(offset, offset + limit);
}

/** The whole list of a parent, page after page. */
export async function allFolders(
  index: DocumentIndex,
  { limit = 1_000, ...list }: Omit<FolderQuery, 'limit' | 'after'> & { limit?: number },
): Promise<Folder[]> {
  const all: Folder[] = [];
  for (let after: FolderListPosition | undefined; ; after = all.at(-1)) {
    const page = await index.listFolders({ ...list, limit, after });
    all.push(...page);
    if (page.length < limit) return all;
  }
}

/** Makes folders in an index alone, many at once. */
export async function addFolders(index: DocumentIndex, folders: readonly Folder[]): Promise<void> {
  for (const outcome of await Promise.all(folders.map((folder) => index.createFolder(folder)))) {
    if (outcome !== 'created') throw new Error(`a folder: ${outcome}`);
  }
}
