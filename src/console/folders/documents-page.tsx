import { useEffect } from 'preact/hooks';
import { useSigned } from '../context.js';
import { usePages, useSubscribed } from '../hooks.js';
import { DocumentList } from '../parts/document-list.js';
import { Sign } from '../parts/icons.js';
import { useTitle } from '../parts/use-title.js';
import { hashOf } from '../route.js';
import { DropZone } from '../upload/drop-zone.js';
import { useUploads } from '../upload/uploads.js';
import { FolderPath } from './folder-path.js';
import { NewFolder } from './new-folder.js';

const PAGE_SIZE = 50;

/** The documents of a folder, by title; of all folders without one. */
export function DocumentsPage({ folderId }: { folderId: string }) {
  const { session, folders } = useSigned();
  const round = useUploads().endedIn(folderId);
  const folder = useSubscribed(folders, () => folders.get(folderId));
  const heading = folderId === '' ? 'All documents' : (folder?.name ?? 'Folder');
  useTitle(heading);
  const pages = usePages(`${folderId} ${round}`, PAGE_SIZE, (signal) =>
    session.client.listDocuments({ limit: PAGE_SIZE, ...(folderId !== '' && { folder_id: folderId }) }, { signal }),
  );
  // The service has the folder, so it can be found.
  const isUnknown = folderId !== '' && folder === undefined && pages.value !== undefined;
  useEffect(() => {
    if (!isUnknown) return;
    const leaving = new AbortController();
    void folders.find(folderId, leaving.signal);
    return () => leaving.abort();
  }, [folders, folderId, isUnknown]);
  return (
    <DropZone folderId={folderId}>
      {(chooseFiles) => (
        <>
          <header class="page-head">
            {folderId !== '' && <FolderPath folderId={folderId} />}
            <h1 dir="auto">{heading}</h1>
            <div class="actions">
              <a class="button primary" href={hashOf({ page: 'new', folderId })}>
                <Sign name="plus" /> New document
              </a>
              <NewFolder parentId={folderId} />
              <button type="button" onClick={chooseFiles}>
                <Sign name="upload" /> Upload
              </button>
            </div>
          </header>
          <DocumentList
            pages={pages}
            label="Documents"
            empty="No documents yet. Write one, or drop Markdown files here."
          />
        </>
      )}
    </DropZone>
  );
}
