import { withoutOwnName } from '../../domain/content/anchors.js';

/** `start`, `end`: of its words. `blockEnd`: after the end of its last line. */
export type TitleHeading = { start: number; end: number; blockStart: number; blockEnd: number; isUnderlined: boolean };

const ATX = /^( {0,3}(#{1,6})(?:[ \t]+|$))/;
const CLOSING = /(?:(?<=[ \t])|^)#+$/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const COMMENT = /^ {0,3}<!--/;
/** Of a heading that may be a title, with its marks. */
const LONGEST = 10_000;

type Line = { text: string; start: number; end: number };

/**
 * The heading that says the title: the first one of a body of Markdown whose lines end in `\n`. Undefined if that says
 * something else. Headings are told by their lines alone; what the service makes of them decides.
 */
export function titleHeading(body: string, title: string): TitleHeading | undefined {
  let before = '';
  const lines = outside(linesOf(body));
  for (const [at, { text, start, end }] of lines.entries()) {
    const [, mark = '', level] = ATX.exec(text) ?? [];
    const words = text.slice(mark.length).trimEnd().replace(CLOSING, '').trimEnd();
    const next = lines[at + 1];
    const isUnderlined = level === undefined && text.trim() !== '' && next !== undefined && UNDERLINE.test(next.text);
    if (level !== undefined ? words.length > LONGEST || bare(words) !== '' : isUnderlined) {
      const isTitle = level === undefined ? before.trim() === '' && /=/.test(next?.text ?? '') : level === '#';
      const { content } = withoutOwnName(level === undefined ? text.trim() : words);
      if (!isTitle || content.length > LONGEST || bare(content) !== bare(title)) return undefined;
      const from = level === undefined ? start + text.search(/\S/) : start + mark.length;
      const blockEnd = isUnderlined ? (next?.end ?? end) : end;
      return { start: from, end: from + content.length, blockStart: start, blockEnd, isUnderlined };
    }
    before = text;
  }
  return undefined;
}

/** The body with another title in its heading. */
export function withTitle(body: string, heading: TitleHeading, title: string): string {
  const words = title.replace(/[\\`*[\]<~]|&(?=#?\w+;)|(?<!\w)_|_(?!\w)|#(?=#*$)/g, '\\$&');
  const { start, end, blockStart, blockEnd, isUnderlined } = heading;
  // Under a line, other beginnings may make a list, a quote or a rule.
  if (!isUnderlined || /^\p{L}/u.test(title)) return body.slice(0, start) + words + body.slice(end);
  return `${body.slice(0, blockStart)}# ${words}\n${body.slice(blockEnd)}`;
}

function linesOf(body: string): Line[] {
  let start = 0;
  return body.split('\n').map((text) => {
    const line = { text, start, end: Math.min(body.length, start + text.length + 1) };
    start = line.end;
    return line;
  });
}

/** Without code in fences, and without comments. */
function outside(lines: readonly Line[]): Line[] {
  let end: RegExp | undefined;
  return lines.filter(({ text }) => {
    if (end) {
      if (end.test(text)) end = undefined;
      return false;
    }
    const [, fence] = FENCE.exec(text) ?? [];
    if (fence !== undefined) end = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`);
    else if (COMMENT.test(text) && !text.includes('-->')) end = /-->/;
    return end === undefined;
  });
}

/** Without the marks that words may have in a heading. */
function bare(words: string): string {
  return words
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[\\`*_~]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
