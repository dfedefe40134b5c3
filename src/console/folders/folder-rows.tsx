import { useEffect } from 'preact/hooks';
import { useSigned } from '../context.js';
import { useSubscribed } from '../hooks.js';
import { Sign } from '../parts/icons.js';
import { hashOf } from '../route.js';

/** The folders in a folder. What fails to load is said in the tree of folders. */
export function FolderRows({ parentId }: { parentId: string }) {
  const { folders, session } = useSigned();
  const list = useSubscribed(folders, () => folders.list(parentId));
  useEffect(() => {
    if (session.may('folders:read')) void folders.load(parentId);
  }, [folders, parentId, list === undefined]);
  if (list?.state !== 'there' || list.folders.length === 0) return null;
  return (
    <ul class="documents folder-rows" aria-label="Folders in this one">
      {list.folders.map(({ id, name }) => (
        <li key={id}>
          <a class="title" href={hashOf({ page: 'documents', folderId: id })}>
            <Sign name="folder" /> <span dir="auto">{name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
