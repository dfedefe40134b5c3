import type { Actor } from '../domain/api-key.js';
import { UnavailableError } from '../domain/errors.js';
import type { Folder } from '../domain/folder.js';
import type { EpochReading } from '../ports/counters.js';
import type { DocumentIndex, FolderPlace, FolderQuery } from '../ports/document-index.js';
import type { Context } from './context.js';
import { findFolder } from './find-folder.js';
import { SeenFolders } from './seen-folders.js';

/** Bounds the memory of a list in the making, or sent to a slow client: a page of longest paths takes 1 MB. */
const PAGE = 250;

export type ListFolders = {
  parentId: string | undefined;
  limit: number | undefined;
  offset: number;
  reading: EpochReading | undefined;
};

/** A list of any length, read twice: its entity tag must be known before it is sent. */
export type FolderList = {
  pages(): AsyncGenerator<Folder[]>;
  /** The folders that `pages` gave, without newer ones. Raises `UnavailableError` if one is missing now. */
  pagesAgain(): AsyncGenerator<Folder[]>;
};

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

/** Reads by identifier, from primary copies: a replica may lag behind what the first pass saw. */
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
