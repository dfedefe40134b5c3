import { mkdir } from 'node:fs/promises';
import { readConfig } from '../../src/config/read-config.js';
import { ROLES } from '../../src/domain/api-key.js';
import { createApiKey } from '../../src/operations/auth/api-keys.js';
import { createService } from '../../src/server/service.js';

const OWNER = 'corpus';

const SETTINGS = { HOST: '127.0.0.1', PORT: '0', WORKERS: '1', LOG_LEVEL: 'silent', METRICS_PORT: 'off' };

export type CorpusService = { url: string; key: string; close(): Promise<unknown> };

/**
 * A service, and the key of an owner without limits. The folder is its place; with `MODE=cluster` it is where the
 * environment says.
 */
export async function startCorpusService(folder: string): Promise<CorpusService> {
  await mkdir(folder, { recursive: true });
  const { env } = process;
  const place = env['MODE'] === 'cluster' ? env : { MODE: 'embedded', DATA_DIR: folder };
  const service = await createService(readConfig({ ...place, ...SETTINGS }));
  const { url, prepared } = await service.start();
  await prepared;
  await service.keys.writePlan(OWNER, 'unmetered');
  const { key } = await createApiKey(service.keys, { owner: OWNER, roles: [...ROLES], label: null, expires: null });
  return { url, key, close: () => service.close() };
}
