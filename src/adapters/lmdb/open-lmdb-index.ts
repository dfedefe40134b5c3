import { EnvironmentSlot, type SlotOptions } from './environment-slot.js';
import { LmdbDocumentIndex } from './lmdb-document-index.js';

const WRITES_TOGETHER = 256;
/** Milliseconds. One look takes some ten microseconds. */
const LOOK_AGAIN_MS = 20;

/**
 * Opens or makes the index, never raises. Calls raise `UnavailableError` until it is usable or a rebuild replaced it.
 */
export function openLmdbIndex(
  folder: string,
  { isShared = () => false, logEnd = () => undefined }: Partial<Pick<SlotOptions, 'isShared' | 'logEnd'>> = {},
): LmdbDocumentIndex {
  const options = { writesTogether: WRITES_TOGETHER, lookAgainMs: LOOK_AGAIN_MS, isShared, logEnd };
  return new LmdbDocumentIndex(new EnvironmentSlot(folder, options));
}
