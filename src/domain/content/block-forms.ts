import type { JsonObject } from '../json.js';

const LIST_MARKER = /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const QUOTE_MARKER = /^ {0,3}>/;
const DEFAULT_LEVEL = 2;

type Metadata = JsonObject | null;

/** The content of a list as Markdown. Without any marker, each line is an item of the type in the metadata. */
export function listMarkdown(content: string, metadata: Metadata): string {
  if (LIST_MARKER.test(content)) return content;
  const marker = metadata?.['listType'] === 'ordered' ? '1. ' : '- ';
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => marker + line.trim()).join('\n');
}

/** Whether the content of a quote has the marks of one. */
export function isMarkedQuote(content: string): boolean {
  return QUOTE_MARKER.test(content);
}

/** The level of a heading, 1 to 6. */
export function headingLevel(metadata: Metadata): number {
  const level = metadata?.['level'];
  return Number.isInteger(level) ? Math.min(6, Math.max(1, level as number)) : DEFAULT_LEVEL;
}

/** The address in the metadata of an image without content; undefined if there is none. */
export function addressInMetadata(metadata: Metadata): string | undefined {
  const found = [metadata?.['url'], metadata?.['src']].find((value) => typeof value === 'string' && value !== '');
  return found as string | undefined;
}
