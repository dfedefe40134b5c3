import { useSigned } from '../context.js';
import type { KnownFolder } from '../folder-store.js';
import { usePages, useSubscribed, type PagedItems } from '../hooks.js';
import { goInstead } from '../navigation.js';
import { DocumentList } from '../parts/document-list.js';
import { countText, listedText } from '../parts/format.js';
import { Sign } from '../parts/icons.js';
import { OrderField, orderOf } from '../parts/order-field.js';
import { useTitle } from '../parts/use-title.js';
import { hashOf, type DocumentsRoute } from '../route.js';
import { DropZone } from '../upload/drop-zone.js';
import { FolderActions } from './folder-actions.js';
import { FolderPath } from './folder-path.js';
import { FolderRows } from './folder-rows.js';
import { NewFolder } from './new-folder.js';

const PAGE_SIZE = 50;
/** The service gives no more in one answer. */
const MOST_AT_ONCE = 200;

/** How much is in the folder, as far as it is loaded. */
function Counts({ folderId, pages }: { folderId: string; pages: PagedItems<unknown> }) {
  const { value = [], hasMore } = pages;
  const { folders } = useSigned();
  const list = useSubscribed(folders, () => (folderId === '' ? undefined : folders.list(folderId)));
  const texts = [
    list?.state === 'there' && list.folders.length > 0 && countText(list.folders.length, 'folder', 'folders'),
    value.length > 0 && listedText(value.length, hasMore),
  ];
  return <p class="quiet counts">{texts.filter(Boolean).join(', ')}</p>;
}

/** The documents of a folder, below the folders in it; of all folders without one. */
export function DocumentsPage({ route }: { route: DocumentsRoute }) {
  const { folderId } = route;
  const sort = orderOf(route);
  const { session, folders } = useSigned();
  const folder = useSubscribed(folders, () => folders.get(folderId));
  const heading = folderId === '' ? 'All documents' : (folder?.name ?? 'Folder');
  useTitle(heading);
  const pages = usePages(`documents ${folderId} ${sort}`, PAGE_SIZE, (signal, count) => {
    const query = { sort, limit: Math.min(count, MOST_AT_ONCE), ...(folderId !== '' && { folder_id: folderId }) };
    return session.client.listDocuments(query, { signal });
  });
  const mayWrite = session.may('documents:write');
  return (
    <DropZone folderId={folderId} isOpen={mayWrite}>
      {(chooseFiles) => (
        <>
          <header class="page-head">
            {folderId !== '' && <FolderPath folderId={folderId} />}
            <h1 dir="auto">{heading}</h1>
            <Counts folderId={folderId} pages={pages} />
            <div class="actions">
              {mayWrite && (
                <a class="button primary" href={hashOf({ page: 'new', folderId })}>
                  <Sign name="plus" /> New document
                </a>
              )}
              {session.may('folders:write') && <NewFolder parentId={folderId} />}
              {mayWrite && (
                <button type="button" onClick={chooseFiles}>
                  <Sign name="upload" /> Upload
                </button>
              )}
              {folder && <FolderActions folder={folder} isSmall onDeleted={() => leave(folder)} />}
              <OrderField order={sort} onChoose={(chosen) => goInstead({ ...route, sort: chosen })} />
            </div>
          </header>
          {folderId !== '' && <FolderRows parentId={folderId} />}
          <DocumentList
            pages={pages}
            label="Documents"
            folderId={folderId}
            empty={`No documents yet.${mayWrite ? ' Write one, or drop Markdown files here.' : ''}`}
          />
        </>
      )}
    </DropZone>
  );
}

function leave({ parent_id: parentId }: KnownFolder): void {
  goInstead({ page: 'documents', folderId: parentId ?? '' });
}
