import { useRef } from 'preact/hooks';
import { useSigned } from '../context.js';
import type { KnownFolder } from '../folder-store.js';
import { ItemActions } from './item-actions.js';
import { NAME_LENGTH } from './new-folder.js';

type FolderActionsProps = {
  folder: KnownFolder;
  isSmall?: boolean;
  /** Its page is left. */
  onDeleted?: () => void;
};

export function FolderActions({ folder, isSmall, onDeleted }: FolderActionsProps) {
  const { session, folders, writes } = useSigned();
  const tick = useRef<HTMLInputElement>(null);
  const { id, name, parent_id: parentId } = folder;
  if (!session.may('folders:write')) return null;
  const remove = async () => {
    await folders.remove(id, tick.current?.checked === true);
    onDeleted?.();
    writes.tell();
  };
  const changes = {
    rename: (other: string) => folders.change(id, { name: other }),
    move: (to: string) => folders.change(id, { parent_id: to === '' ? null : to }),
    remove,
  };
  const item = { what: 'folder' as const, name, maxLength: NAME_LENGTH, folderId: parentId ?? '', isSmall };
  return (
    <ItemActions {...item} {...changes}>
      <p>A folder that is not empty stays, unless you say otherwise. This cannot be undone.</p>
      {session.may('documents:write') && (
        <label>
          <input ref={tick} type="checkbox" /> With all documents and folders in it
        </label>
      )}
    </ItemActions>
  );
}
