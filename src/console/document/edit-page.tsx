import { useSigned } from '../context.js';
import { FolderPath } from '../folders/folder-path.js';
import { useLoad } from '../hooks.js';
import { TroubleNote } from '../parts/trouble-note.js';
import { useModule } from '../parts/use-module.js';
import { useTitle } from '../parts/use-title.js';
import { openDocument } from './open-document.js';

/** `id` undefined: a new document, in the folder. */
type EditPageProps = { id: string | undefined; folderId: string };

export function EditPage({ id, folderId }: EditPageProps) {
  const { session } = useSigned();
  const editor = useModule('editor', () => import('../editor/editor.js'));
  const loaded = useLoad(id ?? 'new', async (signal) =>
    id === undefined ? { document: undefined } : await openDocument(session.client, id, signal),
  );
  const opened = loaded.value;
  const document = opened?.document;
  useTitle(id === undefined ? 'New document' : `Edit ${document?.title ?? ''}`);
  const failed = [loaded, editor].find(({ error }) => error !== undefined);
  if (failed) return <TroubleNote error={failed.error} onRetry={failed.retry} />;
  if (!opened || !editor.value) return <p class="quiet loading">Loading …</p>;
  const { Editor } = editor.value;
  return (
    <>
      <header class="page-head">
        <FolderPath folderId={document?.folder_id ?? folderId} />
        <h1>{id === undefined ? 'New document' : 'Edit'}</h1>
      </header>
      <Editor key={document?.etag ?? 'new'} opened={opened} folderId={folderId} onReload={loaded.retry} />
    </>
  );
}
