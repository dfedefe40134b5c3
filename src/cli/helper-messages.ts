import type { LoadedBatch } from '../maintenance/reindex/load-batch.js';
import type { LoggedDocument } from '../maintenance/shared/scan-log.js';

/** `source`: the old index, if usable. `to`: the new one. */
export type ToHelper = { id: number; source?: string | undefined; to: string; batch: readonly LoggedDocument[] };

/** `retrying`: a backend is unavailable, and the helper keeps trying. */
export type FromHelper = { id: number } & (
  | { kind: 'loaded'; loaded: LoadedBatch }
  | { kind: 'retrying'; reason: string }
  | { kind: 'failed'; reason: string; isUnavailable: boolean }
);
