import type { Snapshot } from '../observability/snapshot.js';

/** Where a worker listens. */
export type Listening = { url: string; port: number };

/** What the primary process tells a worker. */
export type ToWorker = { kind: 'stop' } | { kind: 'metrics' };

/** What a worker tells the primary process; `asked`: somebody asks it to end; `failed`: why it ends. */
export type FromWorker =
  | { kind: 'listening'; at: Listening }
  | { kind: 'prepared' }
  | { kind: 'asked' }
  | { kind: 'failed'; reason: string }
  | { kind: 'metrics'; metrics: Snapshot };

/** What a worker is started with. */
export type WorkerWish = {
  port: number;
  /** The store is proven and set up already. */
  isPrepared: boolean;
};

/** The variable that makes a process a worker: it says whether the store is `new` or `prepared`. */
export const WORKER_STORE = 'QUIRE_WORKER_STORE';
