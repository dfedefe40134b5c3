import type { JsonObject } from './json.js';

export const CONTENT_TYPES = ['markdown', 'html', 'text'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

export const VISIBILITIES = ['private', 'public'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export const BLOCK_TYPES = ['heading', 'paragraph', 'code', 'list', 'quote', 'table', 'image', 'divider'] as const;
export type BlockType = (typeof BLOCK_TYPES)[number];

export type NewBlock = { type: BlockType; content: string; metadata: JsonObject | null };

export type DocumentBlock = NewBlock & {
  /** 16 base62 characters, unique within the version; a restore keeps it. */
  id: string;
  order: number;
};

export type Content = {
  title: string;
  contentType: ContentType;
  metadata: JsonObject | null;
  blocks: readonly NewBlock[];
};

/** Where a document is and who sees it. Those of the newest version count. */
export type Placement = { folderId: string; visibility: Visibility };

/** The client's own key that made a document, and the life of the key, from 1. */
export type DocumentKey = { key: string; life: number };

/** Without the placement, the same for all versions of a document. `createdAt`: ISO 8601, UTC, milliseconds. */
export type DocumentIdentity = Placement & {
  id: string;
  owner: string;
  createdAt: string;
  /** Null: it was not made by a key. */
  byKey: DocumentKey | null;
};
