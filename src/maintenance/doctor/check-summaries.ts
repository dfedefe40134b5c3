import { isDeepStrictEqual } from 'node:util';
import { mapConcurrently } from '../../platform/concurrently.js';
import type { VersionSummary } from '../../domain/version.js';
import type { ImmutableEntry, SummaryMark } from '../../ports/index-admin.js';
import { chunksOf } from '../../platform/chunks.js';
import { listDocument } from '../shared/list-document.js';
import type { CheckContext } from './check-context.js';

/** A document whose head and log agree. `newest`: the right summary of its highest version. */
export type CheckedDocument = { id: string } & ({ newest: VersionSummary } | { version: number; endedAt: string });

const TOGETHER = 500;
const LISTINGS_AT_ONCE = 16;

/** The newest summary of a living document must be right; requests restore older ones. A deleted one loses all. */
export async function checkSummaries(context: CheckContext, kept: readonly CheckedDocument[]): Promise<void> {
  const living = kept.flatMap((each) => ('newest' in each ? [{ id: each.id, newest: each.newest }] : []));
  for (const documents of chunksOf(living, TOGETHER)) await checkLiving(context, documents);
  for (const marks of chunksOf(marksOfEnded(context, kept), TOGETHER)) {
    const found = await read(context, marks);
    const ghosts = marks.filter((_, i) => found[i] !== undefined);
    await removeGhosts(context, 'ghost summary', ghosts);
  }
}

async function checkLiving(context: CheckContext, documents: readonly { id: string; newest: VersionSummary }[]) {
  const { admin, index, persist, beforeChange, findings } = context;
  const marks = documents.map(({ id, newest: { version } }) => ({ id, version }));
  const found = await read(context, marks);
  const isRight = documents.map(({ newest }, i) => isDeepStrictEqual(found[i], newest));
  const wrong = documents.filter((_, i) => !isRight[i]);
  if (wrong.length === 0) return;
  const entries = wrong.map(({ id, newest }): ImmutableEntry => ({ kind: 'summary', id, summary: newest }));
  await beforeChange?.();
  if (beforeChange) await persist(() => admin.overwrite(index, entries));
  for (const [i, mark] of marks.entries()) {
    const kind = found[i] === undefined ? 'missing summary' : 'differing summary';
    if (!isRight[i]) findings.add(kind, nameOf(mark), beforeChange !== undefined);
  }
}

/** The service queues the removals of summaries: they may take several times as long as a write. */
function* marksOfEnded({ now, writeMs }: CheckContext, kept: readonly CheckedDocument[]): Generator<SummaryMark> {
  for (const each of kept) {
    if ('newest' in each || now().getTime() - Date.parse(each.endedAt) <= 3 * writeMs) continue;
    for (let version = 1; version <= each.version; version++) yield { id: each.id, version };
  }
}

function read({ admin, index, persist }: CheckContext, marks: readonly SummaryMark[]) {
  return persist(() => admin.readSummaries(index, marks));
}

/** Finds summaries of documents with neither a head nor a slot; checkDocuments never meets those. */
export async function checkStrays(context: CheckContext): Promise<void> {
  const { admin, index, persist, progress, log } = context;
  progress.start('Looking for versions of no document');
  for await (const batch of admin.scanSummaries(index)) {
    context.stop.throwIfAborted();
    const ids = [...new Set(batch.map(({ id }) => id))];
    const heads = await persist(() => admin.readMarks(index, ids));
    // A create writes its head first, so no running write owns such a summary. If the identifier is reused right now,
    // requests restore the removed summary.
    const headless = ids.filter((_, i) => heads[i] === undefined);
    const logged = await mapConcurrently(headless, LISTINGS_AT_ONCE, (id) => persist(() => listDocument(log, id)));
    const gone = new Set(headless.filter((_, i) => logged[i] === undefined));
    const strays = batch.filter(({ id }) => gone.has(id));
    await removeGhosts(context, 'stray summary', strays);
    progress.advance(batch.length);
  }
}

async function removeGhosts(
  { admin, index, persist, beforeChange, findings }: CheckContext,
  kind: 'ghost summary' | 'stray summary',
  ghosts: readonly SummaryMark[],
): Promise<void> {
  if (ghosts.length === 0) return;
  await beforeChange?.();
  if (beforeChange) await persist(() => admin.removeSummaries(index, ghosts));
  for (const mark of ghosts) findings.add(kind, nameOf(mark), beforeChange !== undefined);
}

function nameOf({ id, version }: SummaryMark): string {
  return `${id}:${version}`;
}
