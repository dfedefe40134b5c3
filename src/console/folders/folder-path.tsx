import { useEffect } from 'preact/hooks';
import { useSigned } from '../context.js';
import { useSubscribed } from '../hooks.js';
import { hashOf } from '../route.js';

/** Links from the root to a folder. One that is not known is looked for: the service has it. */
export function FolderPath({ folderId }: { folderId: string }) {
  const { folders } = useSigned();
  useSubscribed(folders, () => folders.changes);
  useEffect(() => {
    if (folderId === '') return;
    const leaving = new AbortController();
    void folders.find(folderId, leaving.signal);
    return () => leaving.abort();
  }, [folders, folderId]);
  return (
    <nav class="path" aria-label="Folders of this">
      <ol>
        <li>
          <a href="#/">All documents</a>
        </li>
        {folders.pathTo(folderId).map(({ id, name }) => (
          <li key={id}>
            <a href={hashOf({ page: 'documents', folderId: id })} dir="auto">
              {name}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
