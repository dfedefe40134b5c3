import { LmdbDocumentIndex } from './lmdb-document-index.js';
import { openEnvironment } from './open-environment.js';

const WRITES_TOGETHER = 256;

/** The index in `folder`, made if absent. Raises `UnavailableError` as of `openEnvironment`. */
export function openLmdbIndex(folder: string): LmdbDocumentIndex {
  return new LmdbDocumentIndex(openEnvironment(folder, WRITES_TOGETHER));
}
