import type { Author, Version, VersionSummary } from '../../domain/version.js';
import { textWithBlocks, type Text } from './blocks.js';
import { convertedText, presentAttached, presentConverted, presentSource } from './source.js';
import type { UrlOf } from './documents.js';

export function versionText(version: Version): Text {
  return textWithBlocks(
    {
      version: version.version,
      title: version.title,
      content_type: version.contentType,
      metadata: version.metadata,
      created_at: version.createdAt,
      author: presentAuthor(version.author),
      ...(version.restoredFrom !== undefined && { restored_from: version.restoredFrom }),
      ...presentSource(version.source, version.contentType),
      ...presentAttached(version),
    },
    version.blocks,
  );
}

function presentAuthor(author: Author | null) {
  return author && { key_id: author.keyId, label: author.label };
}

/** JSON text. Only title and author may need escapes. */
export function versionSummaryText(summary: VersionSummary): string {
  const { version, title, blockCount, createdAt, author, restoredFrom, source } = summary;
  const restored = restoredFrom === undefined ? '' : `,"restored_from":${restoredFrom}`;
  return (
    `{"version":${version},"title":${JSON.stringify(title)},"block_count":${blockCount},"created_at":"${createdAt}"` +
    `,"author":${JSON.stringify(presentAuthor(author))}${restored}${convertedText(source)}}`
  );
}

/**
 * Versions are never removed one by one, so the count is the newest number. Without the author: a key that may only
 * write is not told of others, whose version a repeat may find.
 */
export function presentNewVersion(documentId: string, summary: Omit<VersionSummary, 'author'>, urlOf: UrlOf) {
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
