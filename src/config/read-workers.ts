import { availableParallelism } from 'node:os';
import type { Storage } from './config.js';
import type { EnvReader } from './env-reader.js';

/** More than any machine can use: a typing error would take all its memory. */
export const MAX_WORKERS = 64;

export function readWorkers(env: EnvReader, { mode }: Storage): number {
  const cores = Math.min(availableParallelism(), MAX_WORKERS);
  const workers = env.integer('WORKERS', { default: mode === 'embedded' ? 1 : cores, min: 1, max: MAX_WORKERS });
  if (mode === 'embedded' && workers > 1) {
    env.fault(`WORKERS must be 1 in embedded mode, where one process owns the folder, not "${workers}"`);
  }
  return workers;
}
