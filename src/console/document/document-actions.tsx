import { useSigned } from '../context.js';
import { ItemActions } from '../folders/item-actions.js';

const TITLE_LENGTH = 500;

type DocumentActionsProps = {
  document: { id: string; title: string; folder_id: string };
  isSmall?: boolean;
  /** Its page is left. */
  onDeleted?: () => void;
};

export function DocumentActions({ document, isSmall, onDeleted }: DocumentActionsProps) {
  const { session, writes } = useSigned();
  const { id, title, folder_id: folderId } = document;
  const { client } = session;
  if (!session.may('documents:write')) return null;
  const move = async (to: string) => {
    await client.patchDocument(id, to === '' ? { folder_path: '/' } : { folder_id: to });
    writes.tell();
  };
  const renameTo = async (name: string) => {
    const { rename } = await import('../editor/rename.js');
    await rename(client, id, name);
    writes.tell();
  };
  const remove = async () => {
    await client.deleteDocument(id);
    onDeleted?.();
    writes.tell();
  };
  const changes = { rename: renameTo, move, remove };
  return (
    <ItemActions {...{ what: 'document', name: title, maxLength: TITLE_LENGTH, folderId, isSmall, ...changes }}>
      <p>The document is gone with all its versions. This cannot be undone.</p>
    </ItemActions>
  );
}
