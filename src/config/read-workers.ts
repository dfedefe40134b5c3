import { availableParallelism } from 'node:os';
import type { Storage } from './config.js';
import type { EnvReader } from './env-reader.js';

/** More processes than any machine has a use for: a typing error would take all its memory. */
export const MAX_WORKERS = 64;

/** Processes that serve: one for each core, but one alone where it owns a folder. */
export function readWorkers(env: EnvReader, { mode }: Storage): number {
  const cores = Math.min(availableParallelism(), MAX_WORKERS);
  const workers = env.integer('WORKERS', { default: mode === 'embedded' ? 1 : cores, min: 1, max: MAX_WORKERS });
  if (mode === 'embedded' && workers > 1) {
    env.fault(`WORKERS must be 1 in embedded mode, where one process owns the folder, not "${workers}"`);
  }
  return workers;
}
