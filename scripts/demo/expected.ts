import type { DocumentBody } from './make-document.js';
import type { WrittenDocument } from './run.js';

interface ReceivedBlock {
  readonly id: unknown;
  readonly order: unknown;
  readonly type: unknown;
  readonly content: unknown;
  readonly metadata: unknown;
}

export interface ReceivedDocument extends Record<string, unknown> {
  readonly blocks: readonly ReceivedBlock[];
}

export type ReceivedVersion = ReceivedDocument;

export interface ReceivedVersionList {
  readonly versions: readonly Record<string, unknown>[];
  readonly current_version: unknown;
}

/** The fields of answers that depend on what was sent; what the service assigns is left out. */
export const received = {
  document: (body: ReceivedDocument) => ({
    ...pick(body, ['id', 'folder_id', 'title', 'content_type', 'metadata', 'visibility']),
    ...blocksOf(body),
  }),
  version: (body: ReceivedVersion) => ({
    ...pick(body, ['version', 'title', 'content_type', 'metadata']),
    ...blocksOf(body),
  }),
  versionList: (body: ReceivedVersionList) => ({
    versions: body.versions.map((summary) => pick(summary, ['version', 'title', 'block_count'])),
    current_version: body.current_version,
  }),
  searchResult: (body: Record<string, unknown>) =>
    pick(body, [
      'id',
      'folder_id',
      'title',
      'content_type',
      'metadata',
      'visibility',
      'block_count',
      'current_version',
    ]),
};

export function asDocument(written: WrittenDocument, sent: DocumentBody): object {
  return { ...headOf(written, sent), ...sentBlocks(sent) };
}

export function asVersion(version: number, sent: DocumentBody): object {
  const { title, metadata } = sent;
  return { version, title, content_type: 'markdown', metadata, ...sentBlocks(sent) };
}

export function asVersionList(sent: readonly DocumentBody[]): object {
  const versions = sent.map(({ title, blocks }, index) => ({ version: index + 1, title, block_count: blocks.length }));
  return { versions, current_version: sent.length };
}

export function asSearchResult(written: WrittenDocument, sent: DocumentBody): object {
  return { ...headOf(written, sent), block_count: sent.blocks.length, current_version: written.versions };
}

function headOf({ id, folderId }: WrittenDocument, { title, metadata }: DocumentBody): object {
  return { id, folder_id: folderId, title, content_type: 'markdown', metadata, visibility: 'private' };
}

function sentBlocks({ blocks }: DocumentBody): object {
  return {
    blocks: blocks.map(({ type, content, metadata }, order) => ({ order, type, content, metadata })),
    blockIds: blocks.length,
  };
}

/** `blockIds`: how many different identifiers the blocks have. */
function blocksOf({ blocks }: ReceivedDocument): object {
  return {
    blocks: blocks.map(({ order, type, content, metadata }) => ({ order, type, content, metadata })),
    blockIds: new Set(blocks.map(({ id }) => id).filter((id) => typeof id === 'string' && id !== '')).size,
  };
}

function pick(body: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, body[field]]));
}
