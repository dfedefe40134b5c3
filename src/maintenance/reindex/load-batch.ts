import { mapConcurrently } from '../../platform/concurrently.js';
import { retry, type RetryTimes } from '../../platform/retry.js';
import { summarize, type Slot } from '../../domain/version.js';
import { unreadableAs } from '../../log/json-objects.js';
import { slotKey } from '../../log/object-keys.js';
import type { VersionLog } from '../../log/version-log.js';
import type { Entry, IndexAdmin } from '../../ports/index-admin.js';
import { advanceOldHeads, type Loaded } from './advance-old-heads.js';
import { readHighestSlot } from '../shared/list-document.js';
import type { LoggedDocument } from '../shared/scan-log.js';
import { Anomalies, type AnomalyReport } from '../shared/anomalies.js';

const READS_AT_ONCE = 24;

export type Loading = {
  log: VersionLog;
  admin: IndexAdmin;
  retryPolicy: RetryTimes;
  /** The old index, if usable. */
  source: string | undefined;
  to: string;
};

export type LoadedBatch = {
  documents: number;
  /** Tombstones among `documents`. */
  deleted: number;
  behind: number;
  anomalies: AnomalyReport;
};

/** Loads each document's highest slot, tombstones too (rule tombstonesToo): one GET per document. Repeatable. */
export async function loadBatch(loading: Loading, batch: readonly LoggedDocument[]): Promise<LoadedBatch> {
  const { admin, retryPolicy, to } = loading;
  const anomalies = new Anomalies();
  const slots = await mapConcurrently(batch, READS_AT_ONCE, (document) => readNewestSlot(loading, document, anomalies));
  const found = slots.filter((slot) => slot !== undefined);
  const loaded = await retry(retryPolicy, () => advanceOldHeads(loading, found));
  await retry(retryPolicy, () => admin.writeIfHigher(to, loaded.flatMap(entriesOf)));
  return {
    documents: loaded.length,
    deleted: loaded.filter(({ head }) => head.deleted).length,
    behind: loaded.filter(({ wasBehind }) => wasBehind).length,
    anomalies: anomalies.report(),
  };
}

/** The newest version takes its summary along; requests restore older summaries. */
function entriesOf({ head, slot }: Loaded): Entry[] {
  const entries: Entry[] = [{ kind: 'head', head }];
  if (slot && !slot.deleted) entries.push({ kind: 'summary', id: head.id, summary: summarize(slot) });
  return entries;
}

/** Undefined: no document, or unreadable. Both are noted. */
async function readNewestSlot(
  loading: Loading,
  document: LoggedDocument,
  anomalies: Anomalies,
): Promise<Slot | undefined> {
  const reading = retry(loading.retryPolicy, () => readHighestSlot(loading.log, document));
  const slot = await reading.catch(unreadableAs('unreadable'));
  if (slot === 'unreadable') {
    anomalies.add('unreadable object', slotKey(document.id, document.highest));
    return undefined;
  }
  if (!slot || slot.deleted) return slot;
  if (document.lowest !== 1) {
    anomalies.add('no first version', slotKey(document.id, document.lowest));
    return undefined;
  }
  if (document.slots < document.highest) anomalies.add('gap in the versions', document.id);
  return slot;
}
