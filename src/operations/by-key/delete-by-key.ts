import type { Actor } from '../../domain/api-key.js';
import { preconditionOfLife, type Precondition } from '../../domain/precondition.js';
import { deleteDocument, type DeleteDocumentPorts } from '../delete-document.js';
import { keyNameOf, withDocumentOf, type KeyReads } from './find-by-key.js';

type DeleteByKey = { key: string; precondition: Precondition | undefined };

/** As `deleteDocument`. */
export function deleteByKey(
  ports: DeleteDocumentPorts & KeyReads,
  actor: Actor,
  { key, precondition }: DeleteByKey,
): Promise<void> {
  return withDocumentOf(ports, keyNameOf(actor, key), ({ id, life }) =>
    deleteDocument(ports, actor, {
      documentId: id,
      precondition: preconditionOfLife(precondition, life),
      byKey: { key, life },
    }),
  );
}
