import { EnvironmentSlot } from './environment-slot.js';
import { LmdbDocumentIndex } from './lmdb-document-index.js';

const WRITES_TOGETHER = 256;
/** A look takes some ten microseconds. */
const LOOK_AGAIN_MS = 20;

/**
 * The index in `folder`, made if absent. Never raises an error: while what is there cannot be used, every call raises
 * `UnavailableError`, and it is used as soon as it can be, or as soon as a rebuild has put another in its place.
 */
export function openLmdbIndex(folder: string): LmdbDocumentIndex {
  const options = { writesTogether: WRITES_TOGETHER, lookAgainMs: LOOK_AGAIN_MS };
  return new LmdbDocumentIndex(new EnvironmentSlot(folder, options));
}
