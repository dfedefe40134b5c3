import type { Folder } from '../../../domain/folder.js';
import type { VersionSummary } from '../../../domain/version.js';
import type { HeadMark, SummaryMark } from '../../../ports/index-admin.js';
import { folderAddress, headAddress, summaryAddress } from '../transport/addresses.js';
import type { Cluster } from '../transport/cluster.js';
import { MultiGetReader } from '../documents/multi-get-reader.js';
import { MARK_FIELDS, markOf, type MarkSource } from '../transport/mark-source.js';
import { folderOfSource, summaryOfSource, type FolderSource, type SummarySource } from '../transport/sources.js';

export async function readMarks(
  cluster: Cluster,
  index: string,
  ids: readonly string[],
): Promise<(HeadMark | undefined)[]> {
  const reader = new MultiGetReader(cluster, index, MARK_FIELDS);
  const found = await reader.readAll<MarkSource>(ids.map(headAddress));
  return found.map((document) => document && markOf(document._source));
}

export async function readSummaries(
  cluster: Cluster,
  index: string,
  marks: readonly SummaryMark[],
): Promise<(VersionSummary | undefined)[]> {
  const reader = new MultiGetReader(cluster, index);
  const found = await reader.readAll<SummarySource>(marks.map(({ id, version }) => summaryAddress(id, version)));
  return found.map((document) => document && summaryOfSource(document._source));
}

export async function readFolders(
  cluster: Cluster,
  index: string,
  ids: readonly string[],
): Promise<(Folder | undefined)[]> {
  const reader = new MultiGetReader(cluster, index);
  const found = await reader.readAll<FolderSource>(ids.map(folderAddress));
  return found.map((document) => document && folderOfSource(document._source));
}
