import type { Actor } from '../../domain/api-key.js';
import type { CurrentFolder } from '../../domain/folder.js';
import { chunksOf } from '../../platform/chunks.js';
import { findFolder, type FolderReads } from './find-folder.js';

/** Bounds the memory of a list in the making, or sent to a slow client: a page of longest paths takes 1 MB. */
const PAGE = 250;

type ListFolders = { parentId: string | undefined; limit: number | undefined; offset: number };

/** A list of any length, read twice: its entity tag must be known before it is sent. */
type FolderList = {
  pages(): AsyncGenerator<CurrentFolder[]>;
  /** The folders that `pages` gave, as they were. */
  pagesAgain(): AsyncGenerator<CurrentFolder[]>;
};

/** Raises `FOLDER_NOT_FOUND`. */
export async function listFolders(ports: FolderReads, { owner }: Actor, input: ListFolders): Promise<FolderList> {
  const parent = input.parentId === undefined ? null : await findFolder(ports, owner, input.parentId);
  const tree = await (parent ? ports.trees.seen(owner) : ports.trees.current(owner));
  const { limit = Infinity, offset } = input;
  const path = parent?.path ?? '';
  const depth = parent ? parent.depth + 1 : 0;
  // As they are now: the tree changes while the list is sent.
  const nodes = tree.childrenOf(parent?.id ?? null).slice(offset, offset + limit);
  async function* pages(): AsyncGenerator<CurrentFolder[]> {
    for (const chunk of chunksOf(nodes, PAGE)) {
      yield chunk.map(({ id, name, parentId, createdAt, updatedAt, revision }) => {
        return { id, owner, name, parentId, path: `${path}/${name}`, depth, createdAt, updatedAt, revision };
      });
      await Promise.resolve();
    }
  }
  return { pages, pagesAgain: pages };
}
