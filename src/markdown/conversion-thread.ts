import { parentPort } from 'node:worker_threads';
import type { ContentType } from '../domain/document.js';
import type { FileLimits } from './check-limits.js';
import { convertMarkdown, convertWhole, type ConvertedText } from './convert-markdown.js';
import { saysPrivate } from './front-matter/front-matter.js';
import { MarkdownError } from './markdown-error.js';

export type FileText = { text: string; contentType: ContentType };
/** `isAsked`: only whether the file says that it is private. */
export type ToConvert = FileText & { limits: FileLimits; isAsked?: true };
export type Converted =
  { converted: ConvertedText } | { isPrivate: boolean } | { fault: { line: number; reason: string } };

function convert({ text, contentType, limits, isAsked }: ToConvert): Converted {
  if (isAsked) return { isPrivate: saysPrivate(text, contentType, limits) };
  try {
    if (contentType !== 'markdown') return { converted: convertWhole(text, limits) };
    return { converted: convertMarkdown(text, limits) as ConvertedText };
  } catch (error) {
    if (!(error instanceof MarkdownError)) throw error;
    return { fault: { line: error.line, reason: error.reason } };
  }
}

parentPort?.on('message', (asked: ToConvert) => parentPort?.postMessage(convert(asked)));
