import { mapConcurrently } from '../../platform/map-concurrently.js';
import type { SummaryMark } from '../../ports/index-rebuild.js';
import type { Care } from './care.js';
import { removeGhosts } from './care-for-summaries.js';
import { listDocument } from '../shared/list-document.js';

const AT_ONCE = 16;

/** Finds summaries of documents with neither a head nor a slot; careForDocuments never meets those. */
export async function careForStrays(care: Care): Promise<void> {
  const { rebuild, index, persist, progress } = care;
  progress.start('Looking for stray summaries');
  for await (const batch of rebuild.scanSummaries(index)) {
    care.stop.throwIfAborted();
    const ids = [...new Set(batch.map(({ id }) => id))];
    const heads = await persist(() => rebuild.readMarks(index, ids));
    // A create writes its head first, so no running write owns such a summary. If the identifier is reused right now,
    // requests restore the removed summary.
    const headless = ids.filter((_, i) => heads[i] === undefined);
    const gone = await mapConcurrently(headless, AT_ONCE, (id) => isGone(care, id));
    await removeGhosts(care, 'stray summary', strays(batch, new Set(headless.filter((_, i) => gone[i]))));
    progress.advance(batch.length);
  }
}

async function isGone({ store, persist }: Care, id: string): Promise<boolean> {
  return (await persist(() => listDocument(store, id))) === undefined;
}

function strays(batch: readonly SummaryMark[], gone: ReadonlySet<string>): SummaryMark[] {
  return batch.filter(({ id }) => gone.has(id));
}
