import type { Buffer } from 'node:buffer';

/** Names the first difference of two files, for people who look for the kinds of them. */
export function causeOf(before: Buffer, after: Buffer): string {
  const [original, copy] = [before.toString('utf8'), after.toString('utf8')];
  if (original.startsWith('\uFEFF') !== copy.startsWith('\uFEFF')) return 'byte order mark';
  if (/\r/.test(original) && withLines(original) === withLines(copy)) return 'line ends';
  const [lines, others] = [original, copy].map((text) => withLines(text).split('\n')) as [string[], string[]];
  const at = lines.findIndex((line, number) => line !== others[number]);
  if (at === -1 || withLines(original).trimEnd() === withLines(copy).trimEnd()) return 'end of the file';
  if (at < frontMatterLines(lines)) return `front matter: ${kindOf(lines[at] ?? '', others[at] ?? '')}`;
  return kindOf(lines[at] ?? '', others[at] ?? '');
}

function withLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

/** With both fences; 0: there is none. */
function frontMatterLines(lines: readonly string[]): number {
  const fence = lines[0]?.trimEnd() ?? '';
  if (fence !== '---' && fence !== '+++') return 0;
  return lines.findIndex((line, at) => at > 0 && (line.trimEnd() === fence || line.trimEnd() === '...')) + 1;
}

type Kind = { name: string; is(before: string, after: string): boolean };

const KINDS: readonly Kind[] = [
  { name: 'a line more', is: (before, after) => before !== '' && after === '' },
  { name: 'a blank line less', is: (before) => before.trim() === '' },
  { name: 'definition of a link', is: (before) => /^ {0,3}\[[^\]]+\]:/.test(before) },
  { name: 'spaces at the end', is: (before, after) => before.trimEnd() === after.trimEnd() },
  { name: 'indent', is: (before, after) => before.trimStart() === after.trimStart() },
  { name: 'comment', is: (before) => before.trimStart().startsWith('#') },
  { name: 'quotes', is: (before, after) => bare(before, /["']/g) === bare(after, /["']/g) },
  { name: 'bullet', is: (before, after) => isBullet(before) && isBullet(after) },
  { name: 'number', is: (before, after) => isNumber(before) && isNumber(after) },
  { name: 'rule', is: (before, after) => isRule(before) && isRule(after) },
  { name: 'table', is: (before, after) => before.includes('|') && after.includes('|') },
  { name: 'fence', is: (before, after) => /^\s*(?:`{3}|~{3})/.test(before) || /^\s*(?:`{3}|~{3})/.test(after) },
  { name: 'emphasis', is: (before, after) => bare(before, /[*_]/g) === bare(after, /[*_]/g) },
  { name: 'escape', is: (before, after) => bare(before, /\\/g) === bare(after, /\\/g) },
  { name: 'link', is: (before, after) => /[[<]/.test(before) && /[[<]/.test(after) },
  { name: 'spaces', is: (before, after) => bare(before, /\s/g) === bare(after, /\s/g) },
];

function kindOf(before: string, after: string): string {
  return KINDS.find(({ is }) => is(before, after))?.name ?? 'text';
}

function bare(line: string, marks: RegExp): string {
  return line.replaceAll(marks, '');
}

function isBullet(line: string): boolean {
  return /^\s*[-*+]\s/.test(line);
}

function isNumber(line: string): boolean {
  return /^\s*\d+[.)]\s/.test(line);
}

function isRule(line: string): boolean {
  return /^\s*(?:[-*_]\s*){3,}$/.test(line);
}
