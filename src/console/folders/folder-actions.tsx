import { useRef } from 'preact/hooks';
import { useSigned } from '../context.js';
import type { KnownFolder } from '../folder-store.js';
import { ItemActions } from './item-actions.js';
import { NAME_LENGTH } from './new-folder.js';
import { movableFolder } from './use-move.js';

type FolderActionsProps = {
  folder: KnownFolder;
  isSmall?: boolean;
  /** Its page is left. */
  onDeleted?: () => void;
};

export function FolderActions({ folder, isSmall, onDeleted }: FolderActionsProps) {
  const { session, folders, writes } = useSigned();
  const tick = useRef<HTMLInputElement>(null);
  const { id } = folder;
  if (!session.may('folders:write')) return null;
  const remove = async () => {
    await folders.remove(id, tick.current?.checked === true);
    onDeleted?.();
    writes.tell();
  };
  const rename = (name: string) => folders.change(id, { name });
  return (
    <ItemActions {...{ item: movableFolder(folder), maxLength: NAME_LENGTH, isSmall, rename, remove }}>
      <p>A folder that is not empty stays, unless you say otherwise. This cannot be undone.</p>
      {session.may('documents:write') && (
        <label>
          <input ref={tick} type="checkbox" /> With all documents and folders in it
        </label>
      )}
    </ItemActions>
  );
}
