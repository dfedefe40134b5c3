import { mapConcurrently } from '../../platform/concurrently.js';
import type { SummaryMark } from '../../ports/index-admin.js';
import type { CheckContext } from './check-context.js';
import { removeGhosts } from './check-summaries.js';
import { listDocument } from '../shared/list-document.js';

const AT_ONCE = 16;

/** Finds summaries of documents with neither a head nor a slot; checkDocuments never meets those. */
export async function checkStrays(context: CheckContext): Promise<void> {
  const { admin, index, persist, progress } = context;
  progress.start('Looking for versions of no document');
  for await (const batch of admin.scanSummaries(index)) {
    context.stop.throwIfAborted();
    const ids = [...new Set(batch.map(({ id }) => id))];
    const heads = await persist(() => admin.readMarks(index, ids));
    // A create writes its head first, so no running write owns such a summary. If the identifier is reused right now,
    // requests restore the removed summary.
    const headless = ids.filter((_, i) => heads[i] === undefined);
    const gone = await mapConcurrently(headless, AT_ONCE, (id) => isGone(context, id));
    await removeGhosts(context, 'stray summary', strays(batch, new Set(headless.filter((_, i) => gone[i]))));
    progress.advance(batch.length);
  }
}

async function isGone({ log, persist }: CheckContext, id: string): Promise<boolean> {
  return (await persist(() => listDocument(log, id))) === undefined;
}

function strays(batch: readonly SummaryMark[], gone: ReadonlySet<string>): SummaryMark[] {
  return batch.filter(({ id }) => gone.has(id));
}
