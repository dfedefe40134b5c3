import type { KeyEntry } from '../../../domain/document-key.js';
import { UnavailableError, UnusableIndexError } from '../../../domain/errors.js';
import type { Folder } from '../../../domain/folder.js';
import type { VersionSummary } from '../../../domain/version.js';
import type { HeadWrite } from '../../../ports/document-index.js';
import { SCHEMA_VERSION, type IndexRow } from './catalog.js';
import type { EntryWriter, SummaryRange } from './entry-writer.js';
import { LONGEST_WHOLE_BYTES } from '../log/object-parts.js';
import type { ObjectJob } from '../log/object-writer.js';

/** A write to the current index, in few milliseconds. */
export type IndexJob =
  | { kind: 'head'; write: HeadWrite }
  | { kind: 'summaries'; id: string; summaries: readonly VersionSummary[] }
  | { kind: 'no summaries'; range: SummaryRange }
  | { kind: 'folder'; folder: Folder }
  | { kind: 'key'; entry: KeyEntry };

/** What each kind returns: as in the port; `no summaries` how many were removed. */
export type JobResult = string | number;

/** Runs a job in its transaction. `row`: the current index as it is now. */
export function runJob(job: IndexJob, row: IndexRow, writer: EntryWriter): JobResult {
  if (row.state !== 'open' || (job.kind === 'head' && isOfAnother(job.write, row))) return refusal(job);
  if (job.kind === 'head') return writer.writeHead(job.write);
  if (job.kind === 'folder') return writer.addFolder(job.folder);
  if (job.kind === 'key') return writer.raiseKey(job.entry);
  if (job.kind === 'no summaries') return writer.removeSummaries(job.range);
  for (const summary of job.summaries) writer.addSummary(job.id, summary);
  return 'written';
}

/** Raises `UnusableIndexError` without a usable current index: an empty answer would prove nothing. */
export function usable(row: IndexRow | undefined): IndexRow {
  if (!row)
    throw new UnusableIndexError('the index carries no generation: it is empty or was lost; run `quire reindex`');
  if (row.schema === SCHEMA_VERSION) return row;
  throw new UnusableIndexError(`the index is of schema ${row.schema}, not ${SCHEMA_VERSION}: run \`quire reindex\``);
}

/** Of bytes, as many as cost what a row costs. */
const BYTES_AS_ROW = 1_000;
const BODY_BYTES_AS_ROW = 2_048;

/** Approximate cost of the job, in rows written. */
export function rowsOf(job: IndexJob | ObjectJob): number {
  if (job.kind === 'create' || job.kind === 'put')
    return 2 + Math.min(job.body.length, LONGEST_WHOLE_BYTES) / BODY_BYTES_AS_ROW;
  if (job.kind === 'summaries') return job.summaries.length;
  if (job.kind === 'no summaries') return job.range.limit;
  if (job.kind !== 'head' || job.write.head.deleted) return 2;
  const { tags, metadata } = job.write.head;
  return 8 + 2 * tags.length + (metadata?.length ?? 0) / BYTES_AS_ROW;
}

function isOfAnother({ expected }: HeadWrite, { name }: IndexRow): boolean {
  return expected !== 'absent' && expected.index !== name;
}

function refusal({ kind }: IndexJob): 'refused' {
  if (kind === 'summaries' || kind === 'no summaries')
    throw new UnavailableError('the index takes no writes at the moment');
  return 'refused';
}
