import { mapConcurrently } from '../coordination/map-concurrently.js';
import { persistently } from '../coordination/persistently.js';
import { summarize, type Slot } from '../domain/version.js';
import { UnreadableObjectError } from '../log/json-objects.js';
import { lastSlotKey, slotKey, slotOfKey } from '../log/object-keys.js';
import type { Entry } from '../ports/index-rebuild.js';
import { batchesOf } from './batches.js';
import { helpSource, type Loaded } from './help-source.js';
import { noteState, type Job } from './job.js';
import { keepSourceOpen } from './keep-source-open.js';
import { readHighestSlot } from './read-highest-slot.js';
import { scanDocuments, type LoggedDocument } from './scan-log.js';
import { WalkProgress } from './walk-progress.js';

const BATCH = 256;
const READS_AT_ONCE = 24;

type Read = { batch: readonly LoggedDocument[]; slots: readonly (Slot | undefined)[] };

/**
 * Brings the highest slot of every document into the new index, tombstones too (rule tombstonesToo): one GET a
 * document, the next batch's while the last one's are written.
 */
export async function loadDocuments(job: Job): Promise<void> {
  const { store, strange, state, patience } = job;
  const shown = new WalkProgress(job.progress, state.listedTo === null ? null : slotOfKey(state.listedTo)?.documentId ?? '');
  let writing = Promise.resolve();
  const documents = scanDocuments({ store, strange, patience, after: state.listedTo ?? undefined });
  for await (const batch of batchesOf(documents, BATCH)) {
    job.stop.throwIfAborted();
    await keepSourceOpen(job);
    const slots = await mapConcurrently(batch, READS_AT_ONCE, (document) => readJudged(job, document));
    await writing;
    writing = bringIn(job, shown, { batch, slots });
    // Awaited with the next batch; it must not be unhandled until then.
    writing.catch(() => undefined);
  }
  await writing;
}

async function bringIn(job: Job, shown: WalkProgress, { batch, slots }: Read): Promise<void> {
  const { state, patience, rebuild, to } = job;
  const found = slots.filter((slot) => slot !== undefined);
  const loaded = await persistently(patience, () => helpSource(job, found));
  await persistently(patience, () => rebuild.writeIfHigher(to.name, loaded.flatMap(entriesOf)));
  const { counts } = state;
  counts.documents += loaded.length;
  counts.deleted += loaded.filter(({ head }) => head.deleted).length;
  counts.versions += batch.reduce((sum, { slots: count }) => sum + count, 0);
  const last = batch.at(-1) as LoggedDocument;
  state.listedTo = lastSlotKey(last.id);
  noteState(job);
  shown.advance(last.id, batch.length);
}

/** A version travels with its summary; those of older ones are put back when somebody asks for them. */
export function entriesOf({ head, slot }: Loaded): Entry[] {
  const entries: Entry[] = [{ kind: 'head', head }];
  if (slot && !slot.deleted) entries.push({ kind: 'summary', id: head.id, summary: summarize(slot) });
  return entries;
}

/** Undefined for what is no document, or cannot be read: it is noted, and nothing is guessed at. */
async function readJudged(job: Job, document: LoggedDocument): Promise<Slot | undefined> {
  const { strange, patience } = job;
  try {
    const slot = await persistently(patience, () => readHighestSlot(job, document));
    if (!slot || slot.deleted) return slot;
    if (document.lowest !== 1) {
      strange.add('no first version', slotKey(document.id, document.lowest));
      return undefined;
    }
    if (document.slots < document.highest) strange.add('gap in the versions', document.id);
    return slot;
  } catch (error) {
    if (!(error instanceof UnreadableObjectError)) throw error;
    strange.add('unreadable object', slotKey(document.id, document.highest));
    return undefined;
  }
}
