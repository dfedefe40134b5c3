import type { DroppedFolders } from '../../src/consistency/folder-trees.js';

/** For folder trees without documents. */
export const NO_SWEEPS: DroppedFolders = {
  begin: () => undefined,
  moveOut: () => undefined,
  beginLater: () => undefined,
};
