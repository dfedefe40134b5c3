import { useEffect, useState } from 'preact/hooks';
import { useSigned } from '../context.js';
import { keep, useSubscribed } from '../hooks.js';
import { numberText } from '../parts/format.js';
import { Sign } from '../parts/icons.js';
import { useRowFocus } from '../parts/use-row-focus.js';
import { hashOf } from '../route.js';
import type { KnownFolder } from '../folder-store.js';
import { useDraggable } from './drags.js';
import { FolderActions } from './folder-actions.js';
import { movableFolder } from './use-move.js';

/** Documents begin below so many folders. */
const MOST_AT_FIRST = 30;

/** The folders in a folder. What fails to load is said in the tree of folders. */
export function FolderRows({ parentId }: { parentId: string }) {
  const { folders, session, lists } = useSigned();
  const list = useSubscribed(folders, () => folders.list(parentId));
  const name = `folders ${parentId}`;
  const [showsAll, setShowsAll] = useState(lists.has(name));
  const all = list?.state === 'there' ? list.folders : [];
  const shown = showsAll ? all : all.slice(0, MOST_AT_FIRST);
  const focus = useRowFocus<HTMLDivElement>();
  useEffect(() => {
    if (session.may('folders:read')) void folders.refresh(parentId);
  }, [folders, parentId]);
  const showAll = () => {
    setShowsAll(true);
    keep(lists, name, all);
  };
  if (all.length === 0) return null;
  return (
    <div class="folder-rows" {...focus}>
      <ul class="documents" aria-label="Folders in this one">
        {shown.map((folder) => (
          <Row key={folder.id} folder={folder} />
        ))}
      </ul>
      {shown.length < all.length && (
        <button type="button" class="more" onClick={showAll}>
          Show all {numberText(all.length)} folders
        </button>
      )}
    </div>
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
