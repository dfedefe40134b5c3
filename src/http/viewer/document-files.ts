import type { JsonObject } from '../../domain/json.js';
import { markdownInSteps } from '../../markdown/document-to-markdown.js';
import { MAX_FORMATTED_BLOCK } from '../../viewer/limits.js';
import type { ViewedBlock, ViewedDocument } from '../../viewer/viewed-document.js';
import type { DocumentName } from './viewer-documents.js';

export type FileKind = 'md' | 'json';
export type FileName = DocumentName & { kind: FileKind };

/** Part of the entity tags: raise it with each change of the files. */
export const FILE_WRITER = 1;

/** What pages show, and what the form of the Markdown depends on. The rest of the metadata is for the owner. */
const SHOWN_METADATA = ['lang', 'description', 'tags'];
const SHOWN_OF_BLOCKS = [
  ...['level', 'listType', 'language', 'info', 'raw', 'footnotes'],
  ...['url', 'src', 'alt', 'title', 'caption', 'width', 'height'],
];

const LONGEST_METADATA = 20_000;

function only(names: readonly string[], metadata: JsonObject | null): JsonObject | null {
  const shown = Object.entries(metadata ?? {}).filter(([name]) => names.includes(name));
  return shown.length === 0 ? null : Object.fromEntries(shown);
}

function publicBlock(block: ViewedBlock): ViewedBlock {
  return { ...block, metadata: only(SHOWN_OF_BLOCKS, block.metadata) };
}

/** Writes a file of a public document. Yields after each block. Undefined: the document has no such file. */
export function writeFile(name: FileName, document: ViewedDocument): Generator<void, string> | undefined {
  if (name.kind === 'json') return writeJson(name, document);
  const metadata = only(SHOWN_METADATA, document.metadata);
  const blocks = document.blocks.map(publicBlock);
  if (JSON.stringify(metadata).length > LONGEST_METADATA || blocks.some(isTooLong)) return undefined;
  return markdownInSteps({ ...document, metadata, blocks, visibility: 'public' });
}

/** A block is written in one go, as is the metadata of the document. */
function isTooLong({ content, metadata }: ViewedBlock): boolean {
  const texts = [content, ...Object.values(metadata ?? {})];
  return (
    texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0) > MAX_FORMATTED_BLOCK
  );
}

/** As the owner reads it, without the folder. */
function* writeJson({ createdAt }: FileName, document: ViewedDocument): Generator<void, string> {
  const members = {
    id: document.id,
    url: document.url,
    title: document.title,
    content_type: document.contentType,
    metadata: only(SHOWN_METADATA, document.metadata),
    visibility: 'public',
    created_at: createdAt,
    updated_at: document.updatedAt,
  };
  const blocks: string[] = [];
  for (const { id, order, type, content, metadata } of document.blocks.map(publicBlock)) {
    blocks.push(JSON.stringify({ id, order, type, content, metadata }));
    yield;
  }
  return `${JSON.stringify(members).slice(0, -1)},"blocks":[${blocks.join(',')}]}`;
}
