import type { Actor } from '../../domain/api-key.js';
import { preconditionOfLife, type Precondition } from '../../domain/precondition.js';
import { deleteDocument, type DeleteDocumentPorts } from '../delete-document.js';
import { keyNameOf, withDocumentOf, type KeyReads } from './find-by-key.js';

type DeleteByKey = { key: string; precondition: Precondition | undefined };

/** As `deleteDocument`. Returns the identifier of the document. */
export function deleteByKey(
  ports: DeleteDocumentPorts & KeyReads,
  actor: Actor,
  { key, precondition }: DeleteByKey,
): Promise<string> {
  return withDocumentOf(ports, keyNameOf(actor, key), async ({ id, life }) => {
    await deleteDocument(ports, actor, {
      documentId: id,
      precondition: preconditionOfLife(precondition, life),
      byKey: { key, life },
    });
    return id;
  });
}
