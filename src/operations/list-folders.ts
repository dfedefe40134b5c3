import type { Actor } from '../domain/api-key.js';
import type { Folder } from '../domain/folder.js';
import type { EpochReading } from '../ports/counters.js';
import type { Context } from './context.js';
import { findFolder } from './find-folder.js';

export type ListFolders = {
  parentId: string | undefined;
  /** Undefined: the whole list. */
  limit: number | undefined;
  offset: number;
  /** As read before anything else of this request. */
  reading: EpochReading | undefined;
};

/** Folders directly below a parent (or the root), by name, then identifier. */
export async function listFolders(context: Context, actor: Actor, input: ListFolders): Promise<Folder[]> {
  const { owner } = actor;
  const parent = input.parentId === undefined ? null : await findFolder(context, owner, input.parentId);
  await context.freshness.ensure(owner, input.reading?.epoch);
  return context.index.listFolders({
    owner,
    parentId: parent?.id ?? null,
    limit: input.limit,
    offset: input.offset,
  });
}
