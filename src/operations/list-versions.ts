import type { Actor } from '../domain/api-key.js';
import type { VersionSummary } from '../domain/version.js';
import { readOwnedHead } from './owned-head.js';
import { summaryPages, type SummaryReads } from './read-summaries.js';

type ListVersions = { documentId: string; limit: number | undefined; offset: number };

type VersionList = {
  currentVersion: number;
  /** Summaries, oldest first. Raises `DOCUMENT_NOT_FOUND` if the document is deleted meanwhile. */
  pages(): AsyncGenerator<VersionSummary[]>;
};

export async function listVersions(ports: SummaryReads, actor: Actor, input: ListVersions): Promise<VersionList> {
  const { documentId, limit, offset } = input;
  const { currentVersion } = await readOwnedHead(ports, actor, documentId);
  const to = Math.min(currentVersion, offset + (limit ?? currentVersion));
  return { currentVersion, pages: () => summaryPages(ports, documentId, { from: offset + 1, to }) };
}
