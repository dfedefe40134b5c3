import type { Actor } from '../domain/api-key.js';
import { UnavailableError } from '../domain/errors.js';
import type { Folder } from '../domain/folder.js';
import type { EpochReading } from '../ports/counters.js';
import type { DocumentIndex, FolderPlace, FolderQuery } from '../ports/document-index.js';
import type { Context } from './context.js';
import { findFolder } from './find-folder.js';
import { SeenFolders } from './seen-folders.js';

/** Folders in a page: a list that is made, or sent to a slow client, holds one, with the longest paths a megabyte. */
const PAGE = 250;

export type ListFolders = {
  parentId: string | undefined;
  /** Undefined: the whole list. */
  limit: number | undefined;
  offset: number;
  /** As read before anything else of this request. */
  reading: EpochReading | undefined;
};

/** A list of any length, to be read to its end twice: what it is has to be known before it is sent. */
export type FolderList = {
  /** By name, then identifier. */
  pages(): AsyncGenerator<Folder[]>;
  /** What `pages` gave, without what was made since. Raises `UnavailableError` where a folder is missing by now. */
  pagesAgain(): AsyncGenerator<Folder[]>;
};

/** Folders directly below a parent (or the root). Raises `FOLDER_NOT_FOUND`. */
export async function listFolders(context: Context, actor: Actor, input: ListFolders): Promise<FolderList> {
  const { owner } = actor;
  const parent = input.parentId === undefined ? null : await findFolder(context, owner, input.parentId);
  await context.freshness.ensure(owner, input.reading?.epoch);
  const { limit = Infinity, offset } = input;
  const seen = new SeenFolders();
  return {
    pages: () => readPages(context.index, { owner, parentId: parent?.id ?? null, limit, offset }, seen),
    pagesAgain: () => readAgain(context.index, seen),
  };
}

async function* readPages(index: DocumentIndex, list: FolderQuery, seen: SeenFolders): AsyncGenerator<Folder[]> {
  let after: FolderPlace | undefined;
  for (let left = list.limit; left > 0; left -= PAGE) {
    const limit = Math.min(PAGE, left);
    const page = await index.listFolders({ ...list, limit, after, offset: after ? 0 : list.offset });
    seen.add(page);
    yield page;
    if (page.length < limit) return;
    after = page.at(-1);
  }
}

/** By identifier, from the primary copies: another copy of the index may not show yet what the first reading saw. */
async function* readAgain(index: DocumentIndex, seen: SeenFolders): AsyncGenerator<Folder[]> {
  for (let start = 0; ; start += PAGE) {
    const ids = seen.slice(start, PAGE);
    if (ids.length === 0) return;
    const folders = await index.readFolders(ids);
    yield folders.map((folder, i) => folder ?? missing(ids[i]));
  }
}

function missing(id: string | undefined): never {
  throw new UnavailableError(`the index lacks folder ${id}, which it listed before`);
}
