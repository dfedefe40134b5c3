import type { Version, VersionSummary } from '../../domain/version.js';
import { textWithBlocks, type Text } from './blocks.js';
import { presentAttached, presentConverted, presentSource } from './source.js';
import type { UrlOf } from './documents.js';

export function versionText(version: Version): Text {
  return textWithBlocks(
    {
      version: version.version,
      title: version.title,
      content_type: version.contentType,
      metadata: version.metadata,
      created_at: version.createdAt,
      ...presentSource(version.source, version.contentType),
      ...presentAttached(version),
    },
    version.blocks,
  );
}

/** JSON text. Only the title may need escapes. */
export function versionSummaryText({ version, title, blockCount, createdAt }: VersionSummary): string {
  return `{"version":${version},"title":${JSON.stringify(title)},"block_count":${blockCount},"created_at":"${createdAt}"}`;
}

/** Versions are never removed one by one, so the count is the newest number. */
export function presentNewVersion(documentId: string, summary: VersionSummary, urlOf: UrlOf) {
  return {
    id: documentId,
    url: urlOf(documentId),
    version: summary.version,
    version_count: summary.version,
    title: summary.title,
    block_count: summary.blockCount,
    created_at: summary.createdAt,
    ...presentConverted(summary.source),
  };
}
