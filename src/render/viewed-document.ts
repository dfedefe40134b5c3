import type { Token } from 'markdown-it';
import type { Attached } from '../domain/content/assets.js';
import type { BlockType, ContentType } from '../domain/document.js';
import type { JsonObject } from '../domain/json.js';

export type ViewedBlock = {
  id: string;
  /** Zero-based position. Blocks are shown in array order. */
  order: number;
  type: BlockType;
  content: string;
  metadata: Record<string, unknown> | null;
  /** Of a piece of a source: what the parser has found in it. */
  tokens?: readonly Token[];
  /** The anchor that a heading gives itself. */
  own?: string | undefined;
};

/** What relative targets in the document mean. `key`: null: there is none. `base`: the address of the service. */
export type DocumentLinks = Attached & { key: string | null; base: string };

export type ViewedDocument = {
  id: string;
  /** The public address of the page. Null: a page for a key, without links to other parts. */
  url: string | null;
  title: string;
  contentType: ContentType;
  metadata: JsonObject | null;
  /** The language of the page, as BCP 47 writes it. */
  lang: string;
  blocks: readonly ViewedBlock[];
  /** The Markdown text that a page is made from, instead of the blocks. */
  source: string | null;
  links: DocumentLinks;
  /** ISO 8601, UTC. */
  updatedAt: string;
  /** 0: it is not stored. */
  version: number;
};

/** Whether components of JSX are shown as text. */
export function hasJsx({ links }: Pick<ViewedDocument, 'links'>): boolean {
  return links.key?.toLowerCase().endsWith('.mdx') === true;
}
