import { useEffect } from 'preact/hooks';
import { useSigned } from '../context.js';
import { useSubscribed } from '../hooks.js';
import { Sign } from '../parts/icons.js';
import { hashOf } from '../route.js';
import type { KnownFolder } from '../folder-store.js';
import { useDraggable } from './drags.js';
import { FolderActions } from './folder-actions.js';
import { movableFolder } from './use-move.js';

/** The folders in a folder. What fails to load is said in the tree of folders. */
export function FolderRows({ parentId }: { parentId: string }) {
  const { folders, session } = useSigned();
  const list = useSubscribed(folders, () => folders.list(parentId));
  useEffect(() => {
    if (session.may('folders:read')) void folders.refresh(parentId);
  }, [folders, parentId]);
  if (list?.state !== 'there' || list.folders.length === 0) return null;
  return (
    <ul class="documents folder-rows" aria-label="Folders in this one">
      {list.folders.map((folder) => (
        <Row key={folder.id} folder={folder} />
      ))}
    </ul>
  );
}

function Row({ folder }: { folder: KnownFolder }) {
  const { id, name } = folder;
  return (
    <li data-folder={id}>
      <a class="title" href={hashOf({ page: 'documents', folderId: id })} {...useDraggable(movableFolder(folder))}>
        <Sign name="folder" /> <span dir="auto">{name}</span>
      </a>
      <span class="row-actions">
        <FolderActions folder={folder} isSmall />
      </span>
    </li>
  );
}
