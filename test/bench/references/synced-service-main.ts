/**
 * The service in embedded mode with other syncs than its own. `SYNCS=own`: every write syncs its file and its folders
 * for itself, and shares none with others. `SYNCS=none`: nothing is synced at all, LMDB's pages neither.
 */
import { dirname, join, resolve } from 'node:path';
import { readConfig } from '../../../src/config/read-config.js';
import { openBackends, type Backends } from '../../../src/backends.js';
import { createService } from '../../../src/service.js';
import { intercept } from '../../support/intercept-backends.js';
import { skipPageSyncs } from '../support/page-syncs.js';
import { counts, skipSyncs } from './sync-hooks.js';

const isWithout = process.env['SYNCS'] === 'none';
const config = readConfig(process.env);
if (config.storage.mode !== 'embedded') throw new Error('this is for embedded mode');
const objects = resolve(config.storage.dataDir, 'objects');
if (isWithout) skipPageSyncs();
const sync = await skipSyncs();

/** A new document has two folders of its own, above which is the one of all documents. */
async function syncAlone(key: string): Promise<void> {
  const path = join(objects, key);
  const folder = dirname(path);
  await sync(path);
  await sync(folder);
  if (!key.endsWith('/0000000001.json')) return;
  await sync(dirname(folder));
  await sync(dirname(dirname(folder)));
}

function withOwnSyncs(backends: Backends): Backends {
  return {
    ...backends,
    store: intercept('store', backends.store, async ({ name, args }, real) => {
      const skipped = counts.skipped;
      const outcome = await real();
      if (name !== 'create') return outcome;
      if (counts.skipped === skipped) throw new Error('the store syncs by a way that is not known here');
      if (!isWithout) await syncAlone(String(args[0]));
      return outcome;
    }),
  };
}

const backends = await openBackends(config.storage, { limiterMode: () => undefined });
const service = await createService(config, { backends: withOwnSyncs(backends) });
process.once('SIGTERM', () => {
  void service.close().then(() => process.exit(0));
});
await service.start();
