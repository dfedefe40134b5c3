import type { Config } from './config/config.js';
import { ownVersion } from './platform/own-file.js';
import type { Logger } from './observability/logger.js';
import type { Started } from './lifecycle.js';
import type { Service } from './service.js';

export type ServiceLife = {
  interrupted: Promise<void>;
  onListening(started: Started): void;
  onPrepared(started: Started): Promise<void> | void;
  onStopping?(): void;
};

export async function runService(service: Service, life: ServiceLife): Promise<void> {
  const { interrupted, onListening, onPrepared, onStopping } = life;
  const started = await Promise.race([service.start(), interrupted]);
  if (started) {
    onListening(started);
    const isPrepared = await Promise.race([started.prepared.then(() => true), interrupted]);
    if (isPrepared) await onPrepared(started);
    await interrupted;
  }
  onStopping?.();
  await service.close();
}

/** Once for the whole service, not once a process. */
export function announce(logger: Logger, { storage, http, workers }: Config, url: string): void {
  const addresses = { url, docs: `${url}/docs`, console: `${url}/console` };
  logger.info({ version: ownVersion(), mode: storage.mode, workers, ...addresses }, 'listening');
  if (storage.mode === 'cluster' && http.publicUrl === undefined) {
    logger.warn({ url }, 'PUBLIC_URL is not set: viewer addresses name this machine only');
  }
}
