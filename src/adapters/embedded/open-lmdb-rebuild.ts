import { LmdbIndexRebuild } from './lmdb-index-rebuild.js';
import { openEnvironment } from './open-environment.js';

/** Each of the rebuild's writes is a transaction's worth already. */
const WRITES_TOGETHER = 1;

export function openLmdbRebuild(folder: string): LmdbIndexRebuild {
  return new LmdbIndexRebuild(openEnvironment(folder, WRITES_TOGETHER));
}
