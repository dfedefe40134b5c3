import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { createClient, type Client } from '../../src/client/client.js';
import { readConfig } from '../../src/config/read-config.js';
import { ROLES } from '../../src/domain/api-key.js';
import { createApiKey } from '../../src/operations/auth/api-keys.js';
import { createService } from '../../src/server/service.js';
import { writeHandbook } from '../demo/handbook.js';
import { freePorts } from '../stack/ports.js';

const OWNER = 'handbook';

/** `PUBLIC_URL`: the address that pages show, rather than one with a port that is another each time. */
const SETTINGS = {
  MODE: 'embedded',
  HOST: '127.0.0.1',
  PORT: '0',
  WORKERS: '1',
  LOG_LEVEL: 'warn',
  PUBLIC_URL: 'https://docs.example.com',
};

/** `guestKey`: of another owner, who has the smallest plan. */
export type ShownService = {
  url: string;
  metricsPort: number;
  key: string;
  guestKey: string;
  client: Client;
  close(): Promise<void>;
};

/** An embedded service in a folder of its own, with the handbook of the demo, each written on its own date. */
export async function startShownService(): Promise<ShownService> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-pictures-'));
  const [metricsPort = 0] = await freePorts(1);
  const settings = { ...SETTINGS, METRICS_PORT: String(metricsPort), DATA_DIR: folder };
  const service = await createService(readConfig(settings));
  const { url, prepared } = await service.start();
  await prepared;
  const issueKey = async (owner: string, plan: string) => {
    await service.keys.writePlan(owner, plan);
    return (await createApiKey(service.keys, { owner, roles: [...ROLES], label: null, expires: null })).key;
  };
  const key = await issueKey(OWNER, 'unmetered');
  const client = createClient({ url, apiKey: key });
  await writeVersions(client);
  return {
    url,
    metricsPort,
    key,
    guestKey: await issueKey('guest', 'free'),
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
  await writeHandbook(client, ({ at }) => mock.timers.setTime(at.getTime()));
  mock.timers.reset();
}
