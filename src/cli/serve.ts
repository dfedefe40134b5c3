import { ROLES } from '../domain/api-key.js';
import { readConfig } from '../config/read-config.js';
import type { Config } from '../config/config.js';
import { createApiKey } from '../operations/api-keys.js';
import { createService, type Service } from '../service.js';
import type { Io } from './io.js';

const FIRST_OWNER = 'me';

/** Serves until the process is asked to end, then lets requests in flight finish. */
export async function serve(io: Io): Promise<void> {
  const config = readConfig(io.env);
  const service = await createService(config);
  const started = await Promise.race([service.start(), io.interrupted]);
  if (started) {
    const { url, prepared } = started;
    const isPrepared = await Promise.race([prepared.then(() => true), io.interrupted]);
    if (isPrepared) await welcome(io, service, { config, url });
    await io.interrupted;
  }
  await service.close();
}

/** On one's own machine the first start makes the key that everything needs. */
async function welcome(io: Io, { keys }: Service, at: { config: Config; url: string }): Promise<void> {
  if (at.config.storage.mode !== 'embedded') return;
  if (!await keys.isEmpty()) return;
  await keys.writePlan(FIRST_OWNER, 'unmetered');
  const { key } = await createApiKey(keys, { owner: FIRST_OWNER, roles: [...ROLES], label: 'first', expires: null });
  io.print(firstSteps(key, at.url));
}

function firstSteps(key: string, url: string): string {
  const body = JSON.stringify({ title: 'Hello', blocks: [{ type: 'paragraph', content: 'First words.' }] });
  return [
    '',
    `Quire serves at ${url}. This is your API key, shown this once:`,
    '',
    `  ${key}`,
    '',
    'Make a document:',
    '',
    `  curl -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '${body}' ${url}/v1/documents`,
    '',
  ].join('\n');
}
