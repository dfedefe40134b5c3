import { forEachConcurrently } from '../../platform/concurrently.js';
import { lastSlotKey, slotOfKey } from '../../log/object-keys.js';
import { batchesOf } from '../../platform/chunks.js';
import { noteState, type RebuildJob } from '../shared/rebuild-job.js';
import { keepSourceOpen } from './keep-source-open.js';
import { loadBatch, type LoadedBatch } from './load-batch.js';
import { scanDocuments, type LoggedDocument } from '../shared/scan-log.js';
import { WalkProgress } from '../shared/walk-progress.js';

const BATCH = 256;
/** The next batch is read while one is written. */
const BATCHES_AT_ONCE = 2;

/** Loads all documents into the new index. Notes progress in log order. */
export async function loadDocuments(job: RebuildJob): Promise<void> {
  const { store, anomalies, state, retryPolicy } = job;
  const shown = new WalkProgress(
    job.progress,
    state.listedTo === null ? null : (slotOfKey(state.listedTo)?.documentId ?? ''),
  );
  const loading = { ...job, source: state.source?.name, to: job.to.name };
  const documents = scanDocuments({ store, anomalies, retryPolicy, after: state.listedTo ?? undefined });
  const batches = withOpenSource(job, batchesOf(documents, BATCH));
  let noted = Promise.resolve();
  await forEachConcurrently(batches, { width: BATCHES_AT_ONCE, signal: job.stop }, (batch) => {
    noted = Promise.all([loadBatch(loading, batch), noted]).then(([loaded]) => note(job, shown, { batch, loaded }));
    return noted;
  });
  shown.end();
}

async function* withOpenSource<T>(job: RebuildJob, batches: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const batch of batches) {
    await keepSourceOpen(job);
    yield batch;
  }
}

type Done = { batch: readonly LoggedDocument[]; loaded: LoadedBatch };

function note(job: RebuildJob, shown: WalkProgress, { batch, loaded }: Done): void {
  const { state, anomalies } = job;
  const { counts } = state;
  const { id } = batch.at(-1) as LoggedDocument;
  counts.documents += loaded.documents;
  counts.deleted += loaded.deleted;
  counts.behind += loaded.behind;
  counts.versions += batch.reduce((sum, { slots }) => sum + slots, 0);
  anomalies.addAll(loaded.anomalies);
  state.listedTo = lastSlotKey(id);
  noteState(job);
  shown.advance(id, batch.length);
}
