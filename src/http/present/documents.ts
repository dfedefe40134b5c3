import type { ContentType, DocumentIdentity, Visibility } from '../../domain/document.js';
import type { LivingHead } from '../../domain/head.js';
import type { JsonObject } from '../../domain/json.js';
import type { Version } from '../../domain/version.js';
import type { PutResult } from '../../operations/by-key/put-by-key.js';
import type { PathOf } from '../../operations/folders/folder-paths.js';
import type { NewestVersion } from '../../operations/get-document.js';
import { textWithBlocks, type Text } from './blocks.js';
import { convertedText, presentAttached, presentConverted, presentSource, presentSourceAlone } from './source.js';

export type UrlOf = (documentId: string) => string;

export function presentCreatedDocument(version: Version, urlOf: UrlOf) {
  return {
    ...presentIdentity(version.document, version, urlOf),
    block_count: version.blocks.length,
    ...presentConverted(version.source),
  };
}

export function documentText({ head, version }: NewestVersion, urlOf: UrlOf): Text {
  // The folder of the version may be gone, where its writer died.
  const identity = presentIdentity({ ...version.document, folderId: head.folderId }, version, urlOf);
  const { byKey, currentVersion, contentHash, updatedAt } = head;
  const source = presentSource(version.source, version.contentType);
  const newest = { updated_at: updatedAt, current_version: currentVersion, content_hash: contentHash, ...source };
  const members = { ...identity, key: byKey?.key ?? null, ...newest, ...presentAttached(version) };
  return textWithBlocks(members, version.blocks);
}

export type Placing = { urlOf: UrlOf; pathOf: PathOf };

/** `metadata` stays JSON text: parsing and rewriting takes ten times as long. Only title and URL may need escapes. */
export function searchResultText(head: LivingHead, { urlOf, pathOf }: Placing): string {
  return (
    `{"id":"${head.id}","url":${JSON.stringify(urlOf(head.id))},"folder_id":"${head.folderId}"` +
    `,"folder_path":${JSON.stringify(pathOf(head))}` +
    `,"title":${JSON.stringify(head.title)},"content_type":"${head.contentType}","metadata":${head.metadata ?? 'null'}` +
    `,"visibility":"${head.visibility}","created_at":"${head.createdAt}","block_count":${head.blockCount}` +
    `,"current_version":${head.currentVersion},"updated_at":"${head.updatedAt}"` +
    `${convertedText(head.source)}}`
  );
}

export function listedDocumentText(head: LivingHead, placing: Placing): string {
  const key = head.byKey === null ? 'null' : JSON.stringify(head.byKey.key);
  const contentHash = head.contentHash === null ? 'null' : `"${head.contentHash}"`;
  const source = JSON.stringify(presentSourceAlone(head.source, head.contentType));
  const hashes = `"content_hash":${contentHash},"assets_hash":${head.assets ? `"${head.assets.sha256}"` : 'null'}`;
  return `${searchResultText(head, placing).slice(0, -1)},"key":${key},${hashes},"source":${source}}`;
}

/** The answer to a PUT by key: as that of a create, and what the version is. */
export function presentPutDocument({ result, head }: PutResult, urlOf: UrlOf) {
  const { currentVersion, contentHash, source, contentType } = head;
  const more = { version: currentVersion, version_count: currentVersion, result, content_hash: contentHash };
  const { metadata } = head;
  const described = { ...head, metadata: metadata === null ? null : (JSON.parse(metadata) as JsonObject) };
  return {
    ...presentIdentity(head, described, urlOf),
    block_count: head.blockCount,
    ...more,
    ...presentSource(source, contentType),
  };
}

type Described = { title: string; contentType: ContentType; metadata: JsonObject | null };
type Presented = {
  id: string;
  url: string;
  folder_id: string;
  title: string;
  content_type: ContentType;
  metadata: JsonObject | null;
  visibility: Visibility;
  created_at: string;
};

function presentIdentity(document: DocumentIdentity, described: Described, urlOf: UrlOf): Presented {
  return {
    id: document.id,
    url: urlOf(document.id),
    folder_id: document.folderId,
    title: described.title,
    content_type: described.contentType,
    metadata: described.metadata,
    visibility: document.visibility,
    created_at: document.createdAt,
  };
}
