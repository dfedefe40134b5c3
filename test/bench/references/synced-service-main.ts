/**
 * The service in embedded mode with other syncs than its own. `SYNCS=own`: every write to the log is synced alone,
 * after the one before, and shares its sync with none. `SYNCS=none`: nothing is synced at all, LMDB's pages neither.
 */
import pLimit from 'p-limit';
import { readConfig } from '../../../src/config/read-config.js';
import { openBackends, type Backends } from '../../../src/backends.js';
import { createService } from '../../../src/service.js';
import { intercept } from '../../support/intercept-backends.js';
import { skipPageSyncs } from '../support/page-syncs.js';
import { counts, skipSyncs } from './sync-hooks.js';

const config = readConfig(process.env);
if (config.storage.mode !== 'embedded') throw new Error('this is for embedded mode');
const isWithout = process.env['SYNCS'] === 'none';
if (isWithout) {
  skipPageSyncs();
  await skipSyncs();
}

function oneByOne(backends: Backends): Backends {
  const limit = pLimit(1);
  const store = intercept('store', backends.store, ({ name }, real) => (name === 'create' ? limit(real) : real()));
  return { ...backends, store };
}

const opened = await openBackends(config.storage, { limiterMode: () => undefined });
if (isWithout && counts.skipped === 0) throw new Error('the log syncs by a way that is not known here');
const service = await createService(config, { backends: isWithout ? opened : oneByOne(opened) });
process.once('SIGTERM', () => {
  void service.close().then(() => process.exit(0));
});
await service.start();
