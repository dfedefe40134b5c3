import { extname } from 'node:path/posix';
import type { ContentType } from '../../domain/document.js';

const CONTENT_TYPES: Record<string, ContentType> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  // Its JSX and its imports are text.
  '.mdx': 'markdown',
  '.txt': 'text',
  '.html': 'html',
  '.htm': 'html',
};

/** Of documents: `.md`, and so on. */
export const FILE_EXTENSIONS = Object.keys(CONTENT_TYPES);

/** Undefined: a file of another kind, which is no document. */
export function contentTypeOf(path: string): ContentType | undefined {
  return CONTENT_TYPES[extname(path).toLowerCase()];
}

const EXTENSIONS: Record<ContentType, string> = { markdown: '.md', text: '.txt', html: '.html' };

/** The path, with an extension that says its content type. */
export function withExtension(path: string, contentType: ContentType): string {
  return contentTypeOf(path) === contentType ? path : `${path}${EXTENSIONS[contentType]}`;
}
