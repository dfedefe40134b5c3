import type { Owned } from '../domain/api-key.js';
import { QuireError } from '../domain/errors.js';
import type { Head, LivingHead } from '../domain/head.js';
import { isId } from '../domain/ids.js';
import type { DocumentIndex } from '../ports/document-index.js';

export type HeadReads = { index: Pick<DocumentIndex, 'readHead'> };

/** Raises `DOCUMENT_NOT_FOUND` if there is no living document, then `NOT_OWNER`. */
export async function readOwnedHead(ports: HeadReads, actor: Owned, documentId: string): Promise<LivingHead> {
  checkDocumentId(documentId);
  return checkOwned((await ports.index.readHead(documentId, actor.owner))?.head, actor);
}

export function checkOwned(head: Head | undefined, actor: Owned): LivingHead {
  if (!head || head.deleted) throw new QuireError('DOCUMENT_NOT_FOUND');
  if (head.owner !== actor.owner) throw new QuireError('NOT_OWNER');
  return head;
}

export function checkDocumentId(documentId: string): void {
  if (!isId(documentId)) throw new QuireError('DOCUMENT_NOT_FOUND');
}
