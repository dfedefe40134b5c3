import { useSigned } from '../context.js';
import { ItemActions } from '../folders/item-actions.js';
import { movableDocument, type PlacedDocument } from '../folders/use-move.js';

const TITLE_LENGTH = 500;

type DocumentActionsProps = {
  document: PlacedDocument;
  isSmall?: boolean;
  /** Its page is left. */
  onDeleted?: () => void;
};

export function DocumentActions({ document, isSmall, onDeleted }: DocumentActionsProps) {
  const { session, writes } = useSigned();
  const item = movableDocument(document);
  const { id } = item;
  const { client } = session;
  if (!session.may('documents:write')) return null;
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
  return (
    <ItemActions {...{ item, maxLength: TITLE_LENGTH, isSmall, rename: renameTo, remove }}>
      <p>The document is gone with all its versions. This cannot be undone.</p>
    </ItemActions>
  );
}
