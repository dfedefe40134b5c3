import type { NewBlock } from '../../../src/domain/document.js';
import { documentToMarkdown } from '../../../src/markdown/document-to-markdown.js';
import type { FileLimits } from '../../../src/markdown/check-limits.js';
import { markdownToDocument, type MarkdownDocument } from '../../../src/markdown/markdown-to-document.js';

export const LIMITS: FileLimits = { bodyBytes: 10 * 1024 * 1024, blocks: 10_000, metadataBytes: 256 * 1024 };
export const FILE_TITLE = 'a file';

/** The document of a file that is not excluded. */
export function pushed(markdown: string, limits: Partial<FileLimits> = {}): MarkdownDocument {
  const document = markdownToDocument(markdown, { title: FILE_TITLE, limits: { ...LIMITS, ...limits } });
  if (document === undefined) throw new Error('the file is excluded');
  return document;
}

export function pulled(document: MarkdownDocument): string {
  return documentToMarkdown({ ...document, visibility: document.visibility ?? 'private' });
}

/** The file of the document of a file of these lines. */
export function again(...lines: string[]): string {
  return pulled(pushed(lines.join('\n')));
}

export function blocksOf(...lines: string[]): readonly NewBlock[] {
  return pushed(lines.join('\n')).blocks;
}

export function block(type: NewBlock['type'], content: string, metadata: NewBlock['metadata'] = null): NewBlock {
  return { type, content, metadata };
}

/** A file of the title `T` with this front matter. */
export const withFront = (...lines: string[]): string => ['---', ...lines, '---', '', '# T', ''].join('\n');
