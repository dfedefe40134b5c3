import { summarize, type VersionSummary } from '../domain/version.js';
import pLimit from 'p-limit';
import type { Context } from './context.js';
import { readVersion } from './read-version.js';

const BATCH = 500;
/** A limit for the process: each read may hold a version of the largest size in memory. */
const logReads = pLimit(4);

export type VersionRange = { from: number; to: number };

/** In batches, `from`..`to` inclusive, all at or below the head. Raises `DOCUMENT_NOT_FOUND` after a delete. */
export async function* summaryPages(
  context: Context,
  documentId: string,
  { from, to }: VersionRange,
): AsyncGenerator<VersionSummary[]> {
  for (let first = from; first <= to; first += BATCH) {
    const length = Math.min(BATCH, to - first + 1);
    yield readBatch(
      context,
      documentId,
      Array.from({ length }, (_, i) => first + i),
    );
  }
}

export async function readSummaries(
  context: Context,
  documentId: string,
  range: VersionRange,
): Promise<VersionSummary[]> {
  const summaries: VersionSummary[] = [];
  for await (const page of summaryPages(context, documentId, range)) summaries.push(...page);
  return summaries;
}

async function readBatch(context: Context, documentId: string, versions: number[]): Promise<VersionSummary[]> {
  const found = await context.summaries.read(documentId, versions);
  const missing = versions.filter((_, i) => found[i] === undefined);
  if (missing.length === 0) return found as VersionSummary[];
  const restored = await Promise.all(
    missing.map((version) => logReads(async () => summarize(await readVersion(context, documentId, version)))),
  );
  context.background.start('put summaries back', () => context.index.restoreSummaries(documentId, restored));
  const byVersion = new Map(restored.map((summary) => [summary.version, summary]));
  return versions.map((version, i) => found[i] ?? (byVersion.get(version) as VersionSummary));
}
