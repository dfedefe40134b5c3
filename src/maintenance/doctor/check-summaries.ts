import { isDeepStrictEqual } from 'node:util';
import { mapConcurrently } from '../../platform/concurrently.js';
import { summarize, type VersionSummary } from '../../domain/version.js';
import { unreadableAs } from '../../log/json-objects.js';
import type { ImmutableEntry, SummaryMark } from '../../ports/index-admin.js';
import { chunksOf } from '../../platform/chunks.js';
import type { CheckContext } from './check-context.js';

/** A document whose head and log agree. */
export type CheckedDocument = {
  id: string;
  version: number;
  /** When it was deleted; undefined: it was not. */
  endedAt: string | undefined;
  /** The right summary of the highest version; undefined: that version was not read. */
  newest: VersionSummary | undefined;
};

const TOGETHER = 500;
const READS_AT_ONCE = 24;

type ExpectedSummary = SummaryMark & { newest: VersionSummary | undefined };
type FoundSummary = { mark: ExpectedSummary; summary: VersionSummary | undefined };

/** Living documents need every summary (requests restore missing ones). Deleted ones lose theirs after a while. */
export async function checkSummaries(context: CheckContext, kept: readonly CheckedDocument[]): Promise<void> {
  const lives = ({ endedAt }: CheckedDocument) => endedAt === undefined;
  for (const marks of chunksOf(marksOf(kept, lives), TOGETHER)) await checkLiving(context, marks);
  const isOver = ({ endedAt }: CheckedDocument) => endedAt !== undefined && isLongAgo(context, endedAt);
  for (const marks of chunksOf(marksOf(kept, isOver), TOGETHER)) await checkEnded(context, marks);
}

/** The service queues these removals: they may take several times as long as a write. */
function isLongAgo({ now, options }: CheckContext, endedAt: string): boolean {
  return now().getTime() - Date.parse(endedAt) > 3 * options.writeMs;
}

async function checkLiving(context: CheckContext, marks: readonly ExpectedSummary[]): Promise<void> {
  const found = await read(context, marks);
  await putBack(
    context,
    found.filter(({ summary }) => summary === undefined),
  );
  await correct(
    context,
    found.filter(({ summary }) => summary !== undefined),
  );
}

/** Restoring an older summary costs one GET and a rebuild leaves all of them out: only with `everyVersion`. */
async function putBack(context: CheckContext, missing: readonly FoundSummary[]): Promise<void> {
  const { repair, admin, index, persist, options } = context;
  const wanted = missing.filter(({ mark }) => options.everyVersion || mark.newest !== undefined);
  const entries = repair || options.everyVersion ? await entriesOf(context, wanted) : [];
  if (repair && entries.length > 0) {
    await repair.check('versions', 0);
    await persist(() => admin.writeIfHigher(index, entries));
  }
  const written = new Set(repair ? entries.map(nameOfEntry) : []);
  for (const { mark } of missing) context.findings.add('missing summary', nameOf(mark), written.has(nameOf(mark)));
}

/** The newest summary is compared with its version, read already for the head; others only with `everyVersion`. */
async function correct(context: CheckContext, present: readonly FoundSummary[]): Promise<void> {
  const { repair, admin, index, persist, options } = context;
  const compared = present.filter(({ mark }) => options.everyVersion || mark.newest !== undefined);
  const right = await entriesOf(context, compared);
  const summaries = new Map(compared.map(({ mark, summary }) => [nameOf(mark), summary]));
  const differing = right.filter(
    (entry) => entry.kind === 'summary' && !isDeepStrictEqual(entry.summary, summaries.get(nameOfEntry(entry))),
  );
  if (differing.length === 0) return;
  await repair?.check('versions', differing.length);
  if (repair) await persist(() => admin.overwrite(index, differing));
  for (const entry of differing) context.findings.add('differing summary', nameOfEntry(entry), repair !== undefined);
}

async function checkEnded(context: CheckContext, marks: readonly ExpectedSummary[]): Promise<void> {
  const ghosts = (await read(context, marks)).filter(({ summary }) => summary !== undefined).map(({ mark }) => mark);
  await removeGhosts(context, 'ghost summary', ghosts);
}

export async function removeGhosts(
  context: CheckContext,
  kind: 'ghost summary' | 'stray summary',
  ghosts: readonly SummaryMark[],
): Promise<void> {
  if (ghosts.length === 0) return;
  const { repair, admin, index, persist } = context;
  await repair?.check('versions', ghosts.length);
  if (repair) await persist(() => admin.removeSummaries(index, ghosts));
  for (const mark of ghosts) context.findings.add(kind, nameOf(mark), repair !== undefined);
}

async function read(
  { admin, index, persist }: CheckContext,
  marks: readonly ExpectedSummary[],
): Promise<FoundSummary[]> {
  const summaries = await persist(() => admin.readSummaries(index, marks));
  return marks.map((mark, i) => ({ mark, summary: summaries[i] }));
}

/** The summaries that the log prescribes. Versions that are gone or unreadable are left out. */
async function entriesOf(context: CheckContext, wanted: readonly FoundSummary[]): Promise<ImmutableEntry[]> {
  const entries = await mapConcurrently(wanted, READS_AT_ONCE, async ({ mark }): Promise<ImmutableEntry[]> => {
    const summary = mark.newest ?? (await readSummary(context, mark));
    return summary ? [{ kind: 'summary', id: mark.id, summary }] : [];
  });
  return entries.flat();
}

async function readSummary(
  { log, persist, findings }: CheckContext,
  { id, version }: SummaryMark,
): Promise<VersionSummary | undefined> {
  const slot = await persist(() => log.read(id, version)).catch(unreadableAs('unreadable'));
  if (slot === 'unreadable') findings.add('damaged version', nameOf({ id, version }));
  return slot && slot !== 'unreadable' && !slot.deleted ? summarize(slot) : undefined;
}

function* marksOf(
  kept: readonly CheckedDocument[],
  isMeant: (each: CheckedDocument) => boolean,
): Generator<ExpectedSummary> {
  for (const each of kept.filter(isMeant)) {
    for (let version = 1; version <= each.version; version++) {
      yield { id: each.id, version, newest: version === each.version ? each.newest : undefined };
    }
  }
}

function nameOf({ id, version }: SummaryMark): string {
  return `${id}:${version}`;
}

function nameOfEntry(entry: ImmutableEntry): string {
  return entry.kind === 'summary' ? nameOf({ id: entry.id, version: entry.summary.version }) : entry.folder.id;
}
