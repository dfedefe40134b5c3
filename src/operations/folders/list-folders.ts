import type { Actor } from '../../domain/api-key.js';
import { UnavailableError } from '../../domain/errors.js';
import type { Folder } from '../../domain/folder.js';
import { ID_LENGTH } from '../../domain/ids.js';
import type { EpochReading } from '../../ports/counters.js';
import type { DocumentIndex, FolderListPosition, FolderQuery } from '../../ports/document-index.js';
import { findFolder, type FolderReads } from './find-folder.js';
import type { Freshness } from '../../consistency/freshness.js';

export type ListFoldersPorts = FolderReads & { index: DocumentIndex; freshness: Freshness };

/** Bounds the memory of a list in the making, or sent to a slow client: a page of longest paths takes 1 MB. */
const PAGE = 250;

type ListFolders = {
  parentId: string | undefined;
  limit: number | undefined;
  offset: number;
  reading: EpochReading | undefined;
};

/** A list of any length, read twice: its entity tag must be known before it is sent. */
type FolderList = {
  pages(): AsyncGenerator<Folder[]>;
  /** The folders that `pages` gave, without newer ones. Raises `UnavailableError` if one is missing now. */
  pagesAgain(): AsyncGenerator<Folder[]>;
};

export async function listFolders(ports: ListFoldersPorts, actor: Actor, input: ListFolders): Promise<FolderList> {
  const { owner } = actor;
  const parent = input.parentId === undefined ? null : await findFolder(ports, owner, input.parentId);
  await ports.freshness.ensure(owner, input.reading?.epoch);
  const { limit = Infinity, offset } = input;
  const seen = new SeenFolders();
  return {
    pages: () => readPages(ports.index, { owner, parentId: parent?.id ?? null, limit, offset }, seen),
    pagesAgain: () => readAgain(ports.index, seen),
  };
}

async function* readPages(index: DocumentIndex, list: FolderQuery, seen: SeenFolders): AsyncGenerator<Folder[]> {
  let after: FolderListPosition | undefined;
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

const FIRST_CAPACITY = 1_000;

/** Identifiers in the order they were added, 24 bytes each: a list may have 100,000 folders. */
class SeenFolders {
  #ids = Buffer.allocUnsafe(FIRST_CAPACITY * ID_LENGTH);
  #bytes = 0;

  add(folders: readonly Folder[]): void {
    for (const { id } of folders) {
      if (this.#bytes === this.#ids.length) this.#ids = Buffer.concat([this.#ids, Buffer.allocUnsafe(this.#bytes)]);
      this.#bytes += this.#ids.write(id, this.#bytes, 'latin1');
    }
  }

  slice(start: number, count: number): string[] {
    const text = this.#ids.toString('latin1', start * ID_LENGTH, Math.min((start + count) * ID_LENGTH, this.#bytes));
    return Array.from({ length: text.length / ID_LENGTH }, (_, i) => text.slice(i * ID_LENGTH, (i + 1) * ID_LENGTH));
  }
}
