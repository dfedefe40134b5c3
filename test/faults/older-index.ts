import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeClient } from '../support/opensearch-client.js';
import { readConfig } from '../../src/config/read-config.js';
import type { TestStorage } from '../support/modes.js';

/** A copy of the index as it is at a moment, which can take its place again. */
export type KeptIndex = { putBack(): Promise<void> };

/** In embedded mode no service may run meanwhile. */
export function keepIndex(storage: TestStorage): Promise<KeptIndex> {
  return storage.mode === 'embedded' ? keepFolder(storage) : keepClone(storage);
}

async function keepFolder({ env }: TestStorage): Promise<KeptIndex> {
  const folder = String(env['DATA_DIR']);
  const names = async () => (await readdir(folder)).filter((name) => name.startsWith('index-'));
  const kept = `${folder}-kept`;
  await mkdir(kept);
  for (const name of await names()) await copyFile(join(folder, name), join(kept, name));
  return {
    putBack: async () => {
      for (const name of await names()) await rm(join(folder, name));
      for (const name of await readdir(kept)) await copyFile(join(kept, name), join(folder, name));
    },
  };
}

/** As a snapshot that is restored under the same name. */
async function keepClone({ env }: TestStorage): Promise<KeptIndex> {
  const { storage } = readConfig({ OPENSEARCH_TIMEOUT_MS: '10000', ...env });
  if (storage.mode !== 'cluster') throw new Error('the place is no cluster');
  const client = makeClient(storage.openSearch);
  const alias = String(env['INDEX_PREFIX']);
  const [name = ''] = Object.keys((await client.indices.getAlias({ name: alias })).body);
  const kept = `kept-${name}`;
  const writable = { 'index.blocks.write': null };
  const clone = async (from: string, to: string, aliases: Record<string, object>) => {
    await client.indices.addBlock({ index: from, block: 'write' });
    await client.indices.clone({ index: from, target: to, body: { settings: writable, aliases } });
    await client.indices.putSettings({ index: from, body: writable });
  };
  await clone(name, kept, {});
  return {
    putBack: async () => {
      await client.indices.delete({ index: name });
      await clone(kept, name, { [alias]: {} });
      await client.indices.delete({ index: kept });
      await client.close();
    },
  };
}
