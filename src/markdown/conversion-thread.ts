import { parentPort } from 'node:worker_threads';
import type { FileLimits } from './check-limits.js';
import { convertMarkdown, type ConvertedText } from './convert-markdown.js';
import { MarkdownError } from './markdown-error.js';

export type ToConvert = { text: string; limits: FileLimits };
export type Converted = { converted: ConvertedText } | { fault: { line: number; reason: string } };

function convert({ text, limits }: ToConvert): Converted {
  try {
    return { converted: convertMarkdown(text, limits) as ConvertedText };
  } catch (error) {
    if (!(error instanceof MarkdownError)) throw error;
    return { fault: { line: error.line, reason: error.reason } };
  }
}

parentPort?.on('message', (asked: ToConvert) => parentPort?.postMessage(convert(asked)));
