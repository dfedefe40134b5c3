import type { LoadedBatch } from '../rebuild/load-batch.js';
import type { LoggedDocument } from '../rebuild/scan-log.js';

/** `source`: the old index, where it is of use; `to`: the new one. */
export type ToHelper = { id: number; source?: string | undefined; to: string; batch: readonly LoggedDocument[] };

/** `retrying`: a part is away, and it goes on asking. */
export type FromHelper = { id: number } & (
  | { kind: 'loaded'; loaded: LoadedBatch }
  | { kind: 'retrying'; reason: string }
  | { kind: 'failed'; reason: string; isUnavailable: boolean }
);
