/** Keeps two lists apart. It is no part of a document, and written where it is needed. */
export const LIST_SEPARATOR = '<!-- -->';

const HEADING = /^<h([1-6])(?:\s[^<>]*)?>([^<>]+)<\/h\1>$/i;
const MARKS = /[\\`*_[\]~]|:\/\//;

/** A heading of plain text; undefined if the HTML is anything else. */
export function htmlHeading(html: string): { level: number; content: string } | undefined {
  const [, level, text = ''] = HEADING.exec(html.trim()) ?? [];
  const content = text.replace(/\s+/g, ' ').trim();
  return level === undefined || content === '' || MARKS.test(content) ? undefined : { level: Number(level), content };
}
