import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FolderTree } from '../domain/folders/folder-tree.js';
import type { Head, LivingHead } from '../domain/head.js';
import { rootFolderId } from '../domain/ids.js';
import { positionOf } from '../domain/result-order.js';
import type { CountQuery, DocumentIndex, ListedPage, RevisedHead, WordSearch } from '../ports/document-index.js';
import type { FolderTrees } from './folder-trees.js';

/** Pages that are read in place of documents that are hidden. */
const MOST_PAGES = 20;
const PAGE = 50;
/** Folders whose documents are left out of a count. Documents of others count until their own tombstone is written. */
const MOST_HIDDEN = 10_000;

/**
 * Documents where the tree of their owner has them. One whose folder went with all below it reads as a deleted one, and
 * is in no list, until its own tombstone is written.
 */
export function placedIndex(index: DocumentIndex, trees: FolderTrees): DocumentIndex {
  const placed = {
    readHead: async (id: string, owner?: string): Promise<RevisedHead | undefined> => {
      // Beside the head, so that it takes no longer. Raised below, where it is needed.
      const ahead = owner === undefined ? undefined : trees.current(owner);
      ahead?.catch(() => undefined);
      const found = await index.readHead(id);
      if (!found || found.head.deleted || isInRoot(found.head)) return found;
      const tree = await (owner === found.head.owner && ahead ? ahead : trees.current(found.head.owner));
      const head = headIn(tree, found.head);
      if (head === found.head) return found;
      // It may have moved out of the folder before that was deleted (rule lookAgain).
      const { revision: now } = (await index.readHead(id)) ?? {};
      const isSame = now?.seqNo === found.revision.seqNo && now.index === found.revision.index;
      if (!isSame) return placed.readHead(id, owner);
      settleLater(trees, found.head, head);
      return { ...found, head };
    },
    search: filled(trees, (query: Parameters<DocumentIndex['search']>[0]) => index.search(query)),
    list: filled(trees, (query: Parameters<DocumentIndex['list']>[0]) => index.list(query)),
    searchWords: filled(trees, (query: Parameters<DocumentIndex['searchWords']>[0]) => index.searchWords(query)),
    countWords: async (query: CountQuery) => {
      // A folder that is named is there.
      if (query.folderId !== undefined || query.folderIds) return index.countWords(query);
      const hiddenFolderIds = hiddenFolders(trees, await trees.current(query.owner));
      return index.countWords({ ...query, hiddenFolderIds });
    },
  };
  return new Proxy(index, {
    get(target, name) {
      const own = (placed as Record<string | symbol, unknown>)[name];
      if (own) return own;
      const member = Reflect.get(target, name, target) as unknown;
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}

type PageQuery = Pick<WordSearch, 'owner' | 'order' | 'limit' | 'after'> & { offset?: number };

/** Where documents are hidden, others are read in their place. An offset counts hidden ones, too. */
function filled<Q extends PageQuery>(trees: FolderTrees, ask: (query: Q) => Promise<ListedPage>) {
  return async (query: Q): Promise<ListedPage> => {
    const [tree, first] = await Promise.all([trees.current(query.owner), ask(query)]);
    // A document that is where its head says may be shown, whichever was read first (rule askUnknown).
    if (first.heads.every((head) => headIn(tree, head) === head)) return first;
    // It may have moved out of its folder before that was deleted: the tree must be the older one (rule lookAgain).
    return fill(query, ask, (head) => {
      const shown = headIn(tree, head);
      settleLater(trees, head, shown);
      return shown;
    });
  };
}

async function fill<Q extends PageQuery>(
  query: Q,
  ask: (query: Q) => Promise<ListedPage>,
  place: (head: LivingHead) => Head,
) {
  let asked = query;
  const heads: LivingHead[] = [];
  const ranks = new Map<string, number>();
  const { order } = query;
  for (let pages = 1; ; pages++) {
    // An index may read a page in one go.
    if (pages > 1) await nextTurn();
    const page = await ask(asked);
    const shown = page.heads.map(place).filter(isLiving);
    heads.push(...shown);
    for (const [id, rank] of page.ranks ?? []) ranks.set(id, rank);
    const last = heads[query.limit - 1];
    if (last && heads.length > query.limit) {
      return { heads: heads.slice(0, query.limit), next: positionOf({ order, ranks }, last), ranks };
    }
    // Pages that are short for another reason stay so.
    const isFilled = last !== undefined || shown.length === page.heads.length;
    if (!page.next || isFilled || pages === MOST_PAGES) return { heads, next: page.next, ranks };
    asked = { ...query, after: page.next, offset: 0, limit: Math.max(query.limit, PAGE) };
  }
}

function hiddenFolders(trees: FolderTrees, tree: FolderTree): ReadonlySet<string> | undefined {
  const hidden = new Set<string>();
  for (const top of trees.dropped(tree)) {
    hidden.add(top);
    for (const { id } of tree.below(top) ?? []) hidden.add(id);
    if (hidden.size >= MOST_HIDDEN) return new Set([...hidden].slice(0, MOST_HIDDEN));
  }
  return hidden.size > 0 ? hidden : undefined;
}

/** If its writer lives, that moves it back before. */
function settleLater(trees: FolderTrees, { owner, folderId }: LivingHead, shown: Head): void {
  if (!shown.deleted && shown.folderId !== folderId) trees.moveOut(owner, folderId);
}

function headIn(tree: FolderTree, head: LivingHead): Head {
  if (isInRoot(head)) return head;
  const place = tree.placeOf(head.folderId);
  if (place === head.folderId) return head;
  if (place !== undefined) return { ...head, folderId: place ?? rootFolderId(head.owner) };
  const { id, owner, currentVersion, createdAt, updatedAt } = head;
  return { deleted: true, id, owner, currentVersion, createdAt, updatedAt };
}

function isLiving(head: Head): head is LivingHead {
  return !head.deleted;
}

function isInRoot({ owner, folderId }: LivingHead): boolean {
  return folderId === rootFolderId(owner);
}
