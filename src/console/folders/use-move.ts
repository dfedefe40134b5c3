import { useSigned } from '../context.js';
import type { KnownFolder } from '../folder-store.js';
import { useSay } from '../parts/toasts.js';

/** `folderId`: where it is; empty: the top level. */
export type Movable = { what: 'document' | 'folder'; id: string; name: string; folderId: string };

/** `folder_path`: absent in answers of an older service. */
export type PlacedDocument = { id: string; title: string; folder_id: string; folder_path?: string | null };

export function movableDocument({ id, title, folder_id, folder_path }: PlacedDocument): Movable {
  return { what: 'document', id, name: title, folderId: folder_path === '/' ? '' : folder_id };
}

export function movableFolder({ id, name, parent_id }: KnownFolder): Movable {
  return { what: 'folder', id, name, folderId: parent_id ?? '' };
}

/** Moves to a folder, says so, and takes it back when asked to. Raises as the client. */
export function useMove(): (item: Movable, folderId: string) => Promise<void> {
  const { session, folders, writes } = useSigned();
  const say = useSay();
  const put = async ({ what, id }: Movable, to: string) => {
    if (what === 'folder') await folders.change(id, { parent_id: to === '' ? null : to });
    else await session.client.patchDocument(id, to === '' ? { folder_path: '/' } : { folder_id: to });
    writes.tell();
  };
  return async (item, to) => {
    await put(item, to);
    say(`Moved to ${folders.get(to)?.name ?? 'the top level'}`, () => put(item, item.folderId));
  };
}
