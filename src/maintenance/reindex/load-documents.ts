import { forEachConcurrently } from '../../platform/concurrently.js';
import { lastSlotKey, slotOfKey } from '../../log/object-keys.js';
import { batchesOf } from '../../platform/chunks.js';
import { noteState, type RebuildJob } from '../shared/rebuild-job.js';
import { keepSourceOpen } from './keep-source-open.js';
import { loadBatch, type LoadedBatch, type LoadHelper } from './load-batch.js';
import { scanDocuments, type LoggedDocument } from '../shared/scan-log.js';
import { WalkProgress } from '../shared/walk-progress.js';

const BATCH = 256;
/** Per process: the next batch is read while one is written. */
const BATCHES_AT_ONCE = 2;

type DocumentBatch = readonly LoggedDocument[];
/** `last`: an identifier. Kept small: many may queue behind a slow batch. */
type Done = { last: string; listed: number; versions: number; loaded: LoadedBatch };

/** Loads all documents into the new index, here and in the helper processes. Notes progress in log order. */
export async function loadDocuments(job: RebuildJob, helpers: readonly LoadHelper[] = []): Promise<void> {
  const { store, anomalies, state, retryPolicy } = job;
  const shown = new WalkProgress(
    job.progress,
    state.listedTo === null ? null : (slotOfKey(state.listedTo)?.documentId ?? ''),
  );
  const order = new InOrder<Done>((done) => note(job, shown, done));
  const own = { ...job, source: state.source?.name, to: job.to.name };
  const loaders = [
    (batch: DocumentBatch) => loadBatch(own, batch),
    ...helpers.map((helper) => (batch: DocumentBatch) => helper.load(own, batch)),
  ];
  const free = loaders.flatMap((loader) => Array.from({ length: BATCHES_AT_ONCE }, () => loader));
  const documents = scanDocuments({ store, anomalies, retryPolicy, after: state.listedTo ?? undefined });
  const batches = order.numbered(withOpenSource(job, batchesOf(documents, BATCH)));
  await forEachConcurrently(batches, { width: free.length, signal: job.stop }, async ({ number, item }) => {
    const loader = free.pop() as (typeof free)[number];
    const loaded = await loader(item);
    free.push(loader);
    order.done(number, {
      loaded,
      last: (item.at(-1) as LoggedDocument).id,
      listed: item.length,
      versions: item.reduce((sum, { slots }) => sum + slots, 0),
    });
  });
  shown.end();
}

async function* withOpenSource<T>(job: RebuildJob, batches: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const batch of batches) {
    await keepSourceOpen(job);
    yield batch;
  }
}

function note(job: RebuildJob, shown: WalkProgress, { last, listed, versions, loaded }: Done): void {
  const { state, anomalies } = job;
  const { counts } = state;
  counts.documents += loaded.documents;
  counts.deleted += loaded.deleted;
  counts.behind += loaded.behind;
  counts.versions += versions;
  anomalies.addAll(loaded.anomalies);
  state.listedTo = lastSlotKey(last);
  noteState(job);
  shown.advance(last, listed);
}

/** Reports pieces of work in their order: each one only after all before it are done. */
class InOrder<T> {
  readonly #deliver: (done: T) => void;
  readonly #early = new Map<number, T>();
  #next = 0;

  constructor(deliver: (done: T) => void) {
    this.#deliver = deliver;
  }

  async *numbered<Item>(items: AsyncIterable<Item>): AsyncGenerator<{ number: number; item: Item }> {
    let number = 0;
    for await (const item of items) yield { number: number++, item };
  }

  done(number: number, done: T): void {
    this.#early.set(number, done);
    for (; this.#early.has(this.#next); this.#next++) {
      this.#deliver(this.#early.get(this.#next) as T);
      this.#early.delete(this.#next);
    }
  }
}
