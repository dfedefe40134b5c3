import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { createClient, type Client } from '../../src/client/client.js';
import { readConfig } from '../../src/config/read-config.js';
import { ROLES } from '../../src/domain/api-key.js';
import { createApiKey } from '../../src/operations/auth/api-keys.js';
import { createService } from '../../src/service.js';
import { readVersions } from './documents.js';

const OWNER = 'handbook';

/** `PUBLIC_URL`: the address that pages show, rather than one with a port that is another each time. */
const SETTINGS = {
  MODE: 'embedded',
  HOST: '127.0.0.1',
  PORT: '0',
  METRICS_PORT: 'off',
  WORKERS: '1',
  LOG_LEVEL: 'warn',
  PUBLIC_URL: 'https://docs.example.com',
};

export type ShownService = { url: string; key: string; client: Client; close(): Promise<void> };

/** An embedded service in a folder of its own, with the documents beside this file, each written on its own date. */
export async function startShownService(): Promise<ShownService> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-pictures-'));
  const service = await createService(readConfig({ ...SETTINGS, DATA_DIR: folder }));
  const { url, prepared } = await service.start();
  await prepared;
  await service.keys.writePlan(OWNER, 'unmetered');
  const wish = { owner: OWNER, roles: [...ROLES], label: null, expires: null };
  const { key } = await createApiKey(service.keys, wish);
  const client = createClient({ url, apiKey: key });
  await writeVersions(client);
  return {
    url,
    key,
    client,
    close: async () => {
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The service runs in this process, so that it takes the time from the same clock. */
async function writeVersions(client: Client): Promise<void> {
  mock.timers.enable({ apis: ['Date'] });
  for (const { key, at, document } of await readVersions()) {
    mock.timers.setTime(at.getTime());
    await client.putDocument(key, document);
  }
  mock.timers.reset();
}
