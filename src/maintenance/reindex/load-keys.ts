import { mapConcurrently } from '../../platform/concurrently.js';
import { retry } from '../../platform/retry.js';
import { entryOf } from '../../domain/document-key.js';
import { lifeKey } from '../../log/object-keys.js';
import type { Entry } from '../../ports/index-admin.js';
import { batchesOf } from '../../platform/chunks.js';
import { readHighestLife } from '../shared/read-life.js';
import { noteState, type RebuildJob } from '../shared/rebuild-job.js';
import { scanLives, type LoggedKey } from '../shared/scan-log.js';

const BATCH = 500;
const READS_AT_ONCE = 24;

/** Loads the highest life of each key (rule loadLives). Lives that are claimed later come by following. */
export async function loadKeys(job: RebuildJob): Promise<void> {
  const { store, anomalies, state, admin, to, retryPolicy } = job;
  if (state.hasKeys) return;
  state.counts.keys = 0;
  for await (const keys of batchesOf(scanLives({ store, anomalies, retryPolicy }), BATCH)) {
    job.stop.throwIfAborted();
    const entries = (await mapConcurrently(keys, READS_AT_ONCE, (key) => readEntry(job, key))).flat();
    await retry(retryPolicy, () => admin.writeIfHigher(to.name, entries));
    state.counts.keys += entries.length;
  }
  state.hasKeys = true;
  noteState(job);
}

/** Notes an unreadable life and takes its entry from the old index: lives are immutable. */
async function readEntry(job: RebuildJob, wanted: LoggedKey): Promise<Entry[]> {
  const { keyLog, anomalies, retryPolicy, admin } = job;
  const found = await retry(retryPolicy, () => readHighestLife(keyLog, wanted));
  if (found && found !== 'unreadable') return [{ kind: 'key', entry: entryOf(found) }];
  if (found !== 'unreadable') return [];
  anomalies.add('unreadable object', lifeKey(wanted.name, wanted.highest));
  const { source } = job.state;
  const [kept] = source ? await retry(retryPolicy, () => admin.readKeys(source.name, [wanted.name])) : [];
  return kept && kept.life >= wanted.highest ? [{ kind: 'key', entry: kept }] : [];
}
