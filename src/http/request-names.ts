import { faultOfDocumentKey } from '../domain/document-key.js';
import { isId } from '../domain/ids.js';
import type { RequestNames } from '../observability/request-events.js';

/** Members of the interface that name something, in paths, queries and bodies. */
type Naming = { document_id?: unknown; folder_id?: unknown; parent_id?: unknown; key?: unknown };

/** The document that a path or a line names. A caller may put any text there, so only what can be a name is kept. */
export function nameDocument(names: RequestNames, params: unknown): void {
  const { document_id: id, key } = (params ?? {}) as Naming;
  if (isName(id)) names.documentId = id;
  if (typeof key === 'string' && faultOfDocumentKey(key) === undefined) names.key = key;
}

/** The folder that a query or a body names. */
export function nameFolder(names: RequestNames, query: unknown): void {
  const { folder_id: folder, parent_id: parent } = (query ?? {}) as Naming;
  const id = folder ?? parent;
  if (isName(id)) names.folderId = id;
}

function isName(id: unknown): id is string {
  return typeof id === 'string' && isId(id);
}
