import type { BulkOperation, PushVersion, PutDocument } from '../../client/client.js';
import type { FileDocument } from '../files/file-document.js';
import type { KeySpace } from '../key-space.js';
import { hasTags, type WriteStep } from '../plan-push.js';

/** Of the next version, which stays in its folder. */
export function versionBody({ body, visibility }: FileDocument): PushVersion {
  return { ...body, ...(visibility !== null && { visibility }) };
}

export function newBody(document: FileDocument, path: string, keys: KeySpace): PutDocument {
  const folderPath = keys.folderPathOf(path);
  return { ...versionBody(document), ...(folderPath !== undefined && { folder_path: folderPath }) };
}

/**
 * The guards keep an operation from being done twice: after a lost answer, a repeat that was done is refused, and
 * `settleChange` does the rest. An Idempotency-Key would cost the service a look at a hundred versions each.
 */
export function operationOf(step: WriteStep, document: FileDocument, keys: KeySpace): BulkOperation {
  const { path } = step.local;
  const unkeyed = { idempotency_key: null } as const;
  if (step.action === 'create') {
    const key = keys.keyOf(path);
    return { op: 'put', key, document: newBody(document, path, keys), if_none_match: '*', ...unkeyed };
  }
  const { id, version, hash } = step.remote;
  const target = { id, if_match: `"${version}"`, ...unkeyed };
  const { visibility } = document;
  if (hash === document.hash && hasTags(step.remote, document) && visibility !== null)
    return { op: 'patch', ...target, changes: { visibility } };
  return { op: 'push', ...target, document: versionBody(document) };
}
