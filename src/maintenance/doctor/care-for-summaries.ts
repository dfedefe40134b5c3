import { isDeepStrictEqual } from 'node:util';
import { mapConcurrently } from '../../platform/map-concurrently.js';
import { summarize, type VersionSummary } from '../../domain/version.js';
import { UnreadableObjectError } from '../../log/json-objects.js';
import type { ImmutableEntry, SummaryMark } from '../../ports/index-rebuild.js';
import { chunksOf } from '../shared/batches.js';
import type { Care } from './care.js';

/** A document whose head and log agree. */
export type Kept = {
  id: string;
  version: number;
  /** When it was deleted; undefined: it was not. */
  endedAt: string | undefined;
  /** The right summary of the highest version; undefined: that version was not read. */
  newest: VersionSummary | undefined;
};

const TOGETHER = 500;
const READS_AT_ONCE = 24;

type Wanted = SummaryMark & { newest: VersionSummary | undefined };
type Found = { mark: Wanted; summary: VersionSummary | undefined };

/** Living documents need every summary (requests restore missing ones). Deleted ones lose theirs after a while. */
export async function careForSummaries(care: Care, kept: readonly Kept[]): Promise<void> {
  const lives = ({ endedAt }: Kept) => endedAt === undefined;
  for (const marks of chunksOf(marksOf(kept, lives), TOGETHER)) await careForLiving(care, marks);
  const isOver = ({ endedAt }: Kept) => endedAt !== undefined && isLongAgo(care, endedAt);
  for (const marks of chunksOf(marksOf(kept, isOver), TOGETHER)) await careForEnded(care, marks);
}

/** The service queues these removals: they may take several times as long as a write. */
function isLongAgo({ now, options }: Care, endedAt: string): boolean {
  return now().getTime() - Date.parse(endedAt) > 3 * options.writeMs;
}

async function careForLiving(care: Care, marks: readonly Wanted[]): Promise<void> {
  const found = await read(care, marks);
  await putBack(
    care,
    found.filter(({ summary }) => summary === undefined),
  );
  await correct(
    care,
    found.filter(({ summary }) => summary !== undefined),
  );
}

/** Restoring an older summary costs one GET and a rebuild leaves all of them out: only with `everyVersion`. */
async function putBack(care: Care, missing: readonly Found[]): Promise<void> {
  const { repair, rebuild, index, persist, options } = care;
  const wanted = missing.filter(({ mark }) => options.everyVersion || mark.newest !== undefined);
  const entries = repair || options.everyVersion ? await entriesOf(care, wanted) : [];
  if (repair && entries.length > 0) {
    await repair.check('versions', 0);
    await persist(() => rebuild.writeIfHigher(index, entries));
  }
  const written = new Set(repair ? entries.map(nameOfEntry) : []);
  for (const { mark } of missing) care.findings.add('missing summary', nameOf(mark), written.has(nameOf(mark)));
}

/** The newest summary is compared with its version, read already for the head; others only with `everyVersion`. */
async function correct(care: Care, present: readonly Found[]): Promise<void> {
  const { repair, rebuild, index, persist, options } = care;
  const compared = present.filter(({ mark }) => options.everyVersion || mark.newest !== undefined);
  const right = await entriesOf(care, compared);
  const summaries = new Map(compared.map(({ mark, summary }) => [nameOf(mark), summary]));
  const differing = right.filter(
    (entry) => entry.kind === 'summary' && !isDeepStrictEqual(entry.summary, summaries.get(nameOfEntry(entry))),
  );
  if (differing.length === 0) return;
  await repair?.check('versions', differing.length);
  if (repair) await persist(() => rebuild.overwrite(index, differing));
  for (const entry of differing) care.findings.add('differing summary', nameOfEntry(entry), repair !== undefined);
}

async function careForEnded(care: Care, marks: readonly Wanted[]): Promise<void> {
  const ghosts = (await read(care, marks)).filter(({ summary }) => summary !== undefined).map(({ mark }) => mark);
  await removeGhosts(care, 'ghost summary', ghosts);
}

export async function removeGhosts(
  care: Care,
  kind: 'ghost summary' | 'stray summary',
  ghosts: readonly SummaryMark[],
): Promise<void> {
  if (ghosts.length === 0) return;
  const { repair, rebuild, index, persist } = care;
  await repair?.check('versions', ghosts.length);
  if (repair) await persist(() => rebuild.removeSummaries(index, ghosts));
  for (const mark of ghosts) care.findings.add(kind, nameOf(mark), repair !== undefined);
}

async function read({ rebuild, index, persist }: Care, marks: readonly Wanted[]): Promise<Found[]> {
  const summaries = await persist(() => rebuild.readSummaries(index, marks));
  return marks.map((mark, i) => ({ mark, summary: summaries[i] }));
}

/** The summaries that the log prescribes. Versions that are gone or unreadable are left out. */
async function entriesOf(care: Care, wanted: readonly Found[]): Promise<ImmutableEntry[]> {
  const entries = await mapConcurrently(wanted, READS_AT_ONCE, async ({ mark }): Promise<ImmutableEntry[]> => {
    const summary = mark.newest ?? (await readSummary(care, mark));
    return summary ? [{ kind: 'summary', id: mark.id, summary }] : [];
  });
  return entries.flat();
}

async function readSummary(
  { log, persist, findings }: Care,
  { id, version }: SummaryMark,
): Promise<VersionSummary | undefined> {
  try {
    const slot = await persist(() => log.read(id, version));
    return slot && !slot.deleted ? summarize(slot) : undefined;
  } catch (error) {
    if (!(error instanceof UnreadableObjectError)) throw error;
    findings.add('damaged version', nameOf({ id, version }));
  }
}

function* marksOf(kept: readonly Kept[], isMeant: (each: Kept) => boolean): Generator<Wanted> {
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
