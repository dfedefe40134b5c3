import { useSigned } from '../context.js';
import { MoveDialog } from '../folders/move-dialog.js';
import { Dialog, DialogButton, NameDialog } from '../parts/dialog.js';
import { useSay } from '../parts/toasts.js';

export const TITLE_LENGTH = 500;

type ActionsProps = {
  document: { id: string; title: string; folder_id: string };
  isSmall?: boolean;
  onDeleted?: () => void;
};

/** What a key that writes may do with a document, from its page and from its row. */
export function DocumentActions({ document, isSmall = false, onDeleted }: ActionsProps) {
  const { session, folders } = useSigned();
  const { id, title, folder_id: folderId } = document;
  const { move, rename, remove } = useChanges(id);
  if (!session.may('documents:write')) return null;
  const button = { isSmall, of: `“${title}”` };
  return (
    <>
      <DialogButton {...button} label="Rename" icon="name">
        {(onClose) => (
          <NameDialog
            title="Rename the document"
            label="Title"
            action="Rename"
            before={title}
            maxLength={TITLE_LENGTH}
            onName={(name) => rename(name, title)}
            onClose={onClose}
          />
        )}
      </DialogButton>
      {session.may('folders:read') && (
        <DialogButton {...button} label="Move" icon="move">
          {(onClose) => (
            <MoveDialog
              name={title}
              folderId={folderId}
              onMove={(to) => move(to, { from: folderId, name: folders.get(to)?.name ?? 'the top level' })}
              onClose={onClose}
            />
          )}
        </DialogButton>
      )}
      <DialogButton {...button} label="Delete" icon="bin">
        {(onClose) => (
          <Dialog
            title={`Delete “${title}”?`}
            action="Delete for good"
            isDangerous
            onSubmit={() => remove(title, onDeleted)}
            onClose={onClose}
          >
            <p>The document is gone with all its versions. This cannot be undone.</p>
          </Dialog>
        )}
      </DialogButton>
    </>
  );
}

/** Each raises as the client, and tells what it has done. */
function useChanges(id: string) {
  const { session, writes } = useSigned();
  const { client } = session;
  const say = useSay();
  const moveTo = async (folderId: string) => {
    await client.patchDocument(id, folderId === '' ? { folder_path: '/' } : { folder_id: folderId });
    writes.tell();
  };
  const renameTo = async (title: string) => {
    const { rename } = await import('../editor/rename.js');
    await rename(client, id, title);
    writes.tell();
  };
  return {
    move: async (to: string, { from, name }: { from: string; name: string }) => {
      await moveTo(to);
      say(`Moved to ${name}`, () => moveTo(from));
    },
    rename: async (title: string, before: string) => {
      await renameTo(title);
      say(`Renamed to “${title}”`, () => renameTo(before));
    },
    remove: async (title: string, onDeleted: (() => void) | undefined) => {
      await client.deleteDocument(id);
      onDeleted?.();
      writes.tell();
      say(`Deleted “${title}”`);
    },
  };
}
