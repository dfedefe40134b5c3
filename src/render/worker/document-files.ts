import type { DocumentBlock } from '../../domain/document.js';
import type { Version } from '../../domain/version.js';
import { documentToMarkdown } from '../../markdown/document-to-markdown.js';
import { hasJsx, type ViewedDocument } from '../viewed-document.js';
import { withoutHiddenText } from './hidden-text.js';

export type FileKind = 'md' | 'json';

/** A public document as a file. `createdAt`: of the document, which JSON alone has. */
export function fileText(kind: FileKind, document: ViewedDocument, createdAt: string): string {
  const { id, url, title, contentType, metadata, updatedAt } = document;
  const form = { contentType, isJsx: hasJsx(document) };
  const blocks = withoutHiddenText(form, document.blocks as readonly DocumentBlock[]);
  if (kind === 'md') return documentToMarkdown({ ...document, blocks });
  return JSON.stringify({
    id,
    url,
    title,
    content_type: contentType,
    metadata,
    visibility: 'public',
    created_at: createdAt,
    updated_at: updatedAt,
    blocks,
  });
}

/** A file of a version that was made of blocks. */
export function versionText(version: Version): string {
  if (version.contentType === 'markdown') return documentToMarkdown(version);
  return version.blocks.map(({ content }) => content).join('\n\n');
}
