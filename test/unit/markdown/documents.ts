import type { Content, NewBlock, Visibility } from '../../../src/domain/document.js';
import { convertMarkdown } from '../../../src/markdown/convert-markdown.js';
import { documentToMarkdown } from '../../../src/markdown/document-to-markdown.js';
import type { FileLimits } from '../../../src/markdown/check-limits.js';

export const LIMITS: FileLimits = { bodyBytes: 10 * 1024 * 1024, blocks: 10_000, metadataBytes: 256 * 1024 };
export const FILE_TITLE = 'a file';

export type FileDocument = Content & { visibility: Visibility | null };

/** The document that the service makes of a file, however many steps that takes. */
export function pushed(markdown: string, limits: Partial<FileLimits> = {}): FileDocument {
  const { title, metadata, blocks, visibility } = convertMarkdown(markdown, { ...LIMITS, ...limits }, Infinity)!;
  return { title: title ?? FILE_TITLE, contentType: 'markdown', metadata, blocks, visibility };
}

/** The file of a document that was made of the same blocks. */
export function pulled(document: Content): string {
  return documentToMarkdown(document);
}

/** The file of the blocks of a file of these lines. */
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
