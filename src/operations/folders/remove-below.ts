import { QuireError } from '../../domain/errors.js';
import type { LivingHead } from '../../domain/head.js';
import { mapConcurrently } from '../../platform/concurrently.js';
import { retry, type RetryTimes } from '../../platform/retry.js';
import type { DocumentIndex, ListedPage } from '../../ports/document-index.js';
import { deleteDocument, type DeleteDocumentPorts } from '../delete-document.js';

/** Its index does not hide what is below a deleted folder. */
export type RemoveBelowPorts = DeleteDocumentPorts & { index: Pick<DocumentIndex, 'list' | 'refresh'> };

const PAGE = 200;
const PAGE_BYTES = 1_000_000;
const AT_ONCE = 4;
const TIMES: RetryTimes = { forMs: 60_000 };

/**
 * Deletes the documents in these folders, which nobody can read any more. A process that reads the owner's folders anew
 * does it again, if this one ends before.
 */
export async function removeBelow(ports: RemoveBelowPorts, owner: string, folderIds: readonly string[]): Promise<void> {
  await retry(TIMES, () => ports.index.refresh());
  for (const folderId of folderIds) {
    for await (const heads of documentsIn(ports, owner, folderId)) {
      await mapConcurrently(heads, AT_ONCE, ({ id }) => remove(ports, owner, id));
    }
  }
}

async function* documentsIn(ports: RemoveBelowPorts, owner: string, folderId: string): AsyncGenerator<LivingHead[]> {
  const query = { owner, folderId, order: 'title', limit: PAGE, bytes: PAGE_BYTES, unrefreshed: [] } as const;
  let [after, isLast]: [ListedPage['next'], boolean] = [undefined, false];
  while (!isLast) {
    const page = await retry(TIMES, () => ports.index.list({ ...query, after }));
    yield page.heads;
    [after, isLast] = [page.next, page.next === undefined];
  }
}

async function remove(ports: RemoveBelowPorts, owner: string, documentId: string): Promise<void> {
  await retry(TIMES, () => deleteDocument(ports, { owner }, { documentId, precondition: undefined })).catch(
    (error: unknown) => {
      if (!(error instanceof QuireError && error.code === 'DOCUMENT_NOT_FOUND')) throw error;
    },
  );
}
