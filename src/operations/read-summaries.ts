import { summarize, type VersionSummary } from '../domain/version.js';
import pLimit from 'p-limit';
import { readVersion, type VersionReads } from './read-version.js';
import type { BackgroundTasks } from '../consistency/background-tasks.js';
import type { SummaryCache } from '../consistency/summary-cache.js';
import type { DocumentIndex } from '../ports/document-index.js';

export type SummaryReads = VersionReads & {
  index: Pick<DocumentIndex, 'restoreSummaries'>;
  summaries: SummaryCache;
  background: BackgroundTasks;
};

const BATCH = 500;
/** A limit for the process: each read may hold a version of the largest size in memory. */
const logReads = pLimit(4);

type VersionRange = { from: number; to: number };

/** In batches, `from`..`to` inclusive, all at or below the head. Raises `DOCUMENT_NOT_FOUND` after a delete. */
export async function* summaryPages(
  ports: SummaryReads,
  documentId: string,
  { from, to }: VersionRange,
): AsyncGenerator<VersionSummary[]> {
  for (let first = from; first <= to; first += BATCH) {
    const length = Math.min(BATCH, to - first + 1);
    yield readBatch(
      ports,
      documentId,
      Array.from({ length }, (_, i) => first + i),
    );
  }
}

export async function readSummaries(
  ports: SummaryReads,
  documentId: string,
  range: VersionRange,
): Promise<VersionSummary[]> {
  const summaries: VersionSummary[] = [];
  for await (const page of summaryPages(ports, documentId, range)) summaries.push(...page);
  return summaries;
}

async function readBatch(ports: SummaryReads, documentId: string, versions: number[]): Promise<VersionSummary[]> {
  const found = await ports.summaries.read(documentId, versions);
  const missing = versions.filter((_, i) => found[i] === undefined);
  if (missing.length === 0) return found as VersionSummary[];
  const restored = await Promise.all(
    missing.map((version) => logReads(async () => summarize(await readVersion(ports, { documentId, version })))),
  );
  ports.background.start('put summaries back', () => ports.index.restoreSummaries(documentId, restored));
  const byVersion = new Map(restored.map((summary) => [summary.version, summary]));
  return versions.map((version, i) => found[i] ?? (byVersion.get(version) as VersionSummary));
}
