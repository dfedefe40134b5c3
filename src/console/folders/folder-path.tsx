import { useEffect } from 'preact/hooks';
import { useSigned } from '../context.js';
import type { KnownFolder } from '../folder-store.js';
import { useSubscribed } from '../hooks.js';
import { hashOf } from '../route.js';

/** The folders from the root down, as far as they are known. What is not known is asked for. */
export function useFolderPath(folderId: string): readonly KnownFolder[] {
  const { folders } = useSigned();
  useEffect(() => {
    if (folderId !== '') void folders.find(folderId);
  }, [folders, folderId]);
  useSubscribed(folders, () => folders.changes);
  return folders.pathTo(folderId);
}

export function FolderPath({ folderId }: { folderId: string }) {
  const path = useFolderPath(folderId);
  return (
    <nav class="path" aria-label="Folders of this">
      <ol>
        <li>
          <a href="#/" data-folder="">
            All documents
          </a>
        </li>
        {path.map(({ id, name }) => (
          <li key={id}>
            <a href={hashOf({ page: 'documents', folderId: id })} data-folder={id} dir="auto">
              {name}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
