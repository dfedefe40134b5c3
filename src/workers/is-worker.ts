import cluster from 'node:cluster';
import type { Env } from '../config/env-reader.js';
import { WORKER_STORE } from './messages.js';

export function isWorker(env: Env): boolean {
  return cluster.isWorker && env[WORKER_STORE] !== undefined;
}
