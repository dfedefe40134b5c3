import type { Actor } from '../domain/api-key.js';
import type { VersionSummary } from '../domain/version.js';
import type { Context } from './context.js';
import { readOwnedHead } from './owned-head.js';
import { readSummaries } from './read-summaries.js';

export type ListVersions = {
  documentId: string;
  /** Undefined: the whole list. */
  limit: number | undefined;
  offset: number;
};

export type VersionList = { versions: VersionSummary[]; currentVersion: number };

/** Summaries, oldest first. Raises `DOCUMENT_NOT_FOUND`, `NOT_OWNER`. */
export async function listVersions(context: Context, actor: Actor, input: ListVersions): Promise<VersionList> {
  const { currentVersion } = await readOwnedHead(context, actor, input.documentId);
  const to = Math.min(currentVersion, input.offset + (input.limit ?? currentVersion));
  const versions = await readSummaries(context, input.documentId, { from: input.offset + 1, to });
  return { versions, currentVersion };
}
