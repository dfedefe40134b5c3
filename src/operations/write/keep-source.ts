import { jsonKey } from '../../domain/content/content-digest.js';
import type { HashedContent } from '../../domain/content/content-hash.js';
import type { Content } from '../../domain/document.js';
import type { LivingHead } from '../../domain/head.js';
import type { JsonObject } from '../../domain/json.js';
import type { Source } from '../../domain/content/source.js';
import type { OnSize } from '../../ports/object-store.js';
import { readHeldVersion, type VersionReads } from '../read-version.js';

type NewContent = Pick<HashedContent, 'source' | 'contentHash'>;
type Head = Pick<LivingHead, 'title' | 'contentType' | 'metadata'>;

/**
 * The source of the version after this head: that of the content, else that of the newest version if the content is
 * equal. So a whole document can be pushed back, and its folder changed. Raises what `readHeldVersion` raises.
 */
export async function keptSource(
  ports: VersionReads,
  { head, onSize }: { head: LivingHead; onSize?: OnSize | undefined },
  { source, contentHash }: NewContent,
): Promise<Source | null> {
  if (source || !head.source || head.contentHash !== contentHash) return source;
  const wanted = { documentId: head.id, version: head.currentVersion };
  return (await readHeldVersion(ports, wanted, onSize)).version.source;
}

/** Whether the newest version has this content. With equal sources, blocks may differ: another release made them. */
export function hasContent(head: LivingHead, content: Content & NewContent): boolean {
  const { source, contentHash } = content;
  if (!source) return head.contentHash === contentHash;
  return head.source?.sha256 === source.sha256 && !differsFrom(head, content);
}

/** Whether the title, the metadata or the content type is another one. What is absent is not compared. */
export function differsFrom(head: Head, { metadata, title, contentType }: Partial<Content>): boolean {
  if (metadata !== undefined && jsonKey(metadata) !== jsonKey(metadataOf(head))) return true;
  return (title ?? head.title) !== head.title || (contentType ?? head.contentType) !== head.contentType;
}

export function metadataOf({ metadata }: Pick<LivingHead, 'metadata'>): JsonObject | null {
  return metadata === null ? null : (JSON.parse(metadata) as JsonObject);
}
