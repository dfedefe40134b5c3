import { resolve } from 'node:path';
import type { Config } from '../config/config.js';
import { OperatorError } from '../domain/errors.js';
import { ownVersion } from '../platform/own-file.js';
import type { Logger } from '../observability/logger.js';
import type { Started } from './lifecycle.js';
import type { Service } from './service.js';

export type ServiceLife = {
  interrupted: Promise<void>;
  onListening(started: Started): void;
  onPrepared(started: Started): Promise<void> | void;
  onStopping?(): void;
  /** `cut`: the phases of the shutdown that failed or did not end in time. */
  onStopped?(cut: readonly string[]): void;
};

/** Raises `OperatorError` if a phase of the shutdown failed or did not end in time. */
export async function runService(service: Service, life: ServiceLife): Promise<void> {
  const { interrupted, onListening, onPrepared, onStopping, onStopped } = life;
  const started = await Promise.race([service.start(), interrupted]);
  if (started) {
    onListening(started);
    const isPrepared = await Promise.race([started.prepared.then(() => true), interrupted]);
    if (isPrepared) await onPrepared(started);
    await interrupted;
  }
  onStopping?.();
  const cut = await service.close();
  onStopped?.(cut);
  if (cut.length > 0) throw new OperatorError(`stopped, but not all has ended well: ${cut.join(', ')}`);
}

export type Addresses = Pick<Started, 'url' | 'metricsUrl'>;

/** Once for the whole service, not once a process. */
export function announce(logger: Logger, { storage, http, workers }: Config, { url, metricsUrl }: Addresses): void {
  const addresses = { url, docs: `${url}/docs`, console: `${url}/console`, metrics: metricsUrl };
  const place = storage.mode === 'embedded' ? { dataDir: resolve(storage.dataDir) } : {};
  logger.info({ version: ownVersion(), mode: storage.mode, ...place, workers, ...addresses }, 'listening');
  if (storage.mode === 'cluster' && http.publicUrl === undefined) {
    logger.warn({ url }, 'PUBLIC_URL is not set: viewer addresses name this machine only');
  }
}
