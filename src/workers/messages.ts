import cluster from 'node:cluster';
import type { Snapshot } from './pool-metrics.js';
import type { Env } from '../config/env-reader.js';

export type Listening = { url: string; port: number };

export type ToWorker = { kind: 'stop' } | { kind: 'metrics' };

/** `asked`: the worker was asked to end; `failed`: why it ends. */
export type FromWorker =
  | { kind: 'listening'; at: Listening }
  | { kind: 'prepared' }
  | { kind: 'asked' }
  | { kind: 'failed'; reason: string }
  | { kind: 'metrics'; metrics: Snapshot };

/** `isPrepared`: the store is set up and checked already. */
export type WorkerOptions = { isPrepared: boolean };

/** The variable that makes a process a worker. Its value says whether the store is `new` or `prepared`. */
export const WORKER_STORE = 'QUIRE_WORKER_STORE';
export function isWorker(env: Env): boolean {
  return cluster.isWorker && env[WORKER_STORE] !== undefined;
}
