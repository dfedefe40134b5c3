import type { Buffer } from 'node:buffer';

/** The first difference of two files. `line` counts from 1, and the two texts of it are cut. */
export type Difference = { kind: string; line: number; before: string; after: string };

const SHOWN = 80;

/** Names the kind of the first difference, for people who look for what there is. */
export function firstDifference(original: Buffer, copy: Buffer): Difference {
  const [lines, others] = [linesOf(original), linesOf(copy)];
  const found = lines.findIndex((text, number) => text !== others[number]);
  const at = found === -1 ? lines.length : found;
  const [before, after] = [lines[at] ?? '', others[at] ?? ''];
  const kind = wholeKindOf(original, copy) ?? kindOf(before, after, at < frontMatterLines(lines));
  return { kind, line: at + 1, before: before.slice(0, SHOWN), after: after.slice(0, SHOWN) };
}

function linesOf(bytes: Buffer): string[] {
  return withLines(bytes.toString('utf8')).split('\n');
}

/** Of files that are the same but for one thing. */
function wholeKindOf(original: Buffer, copy: Buffer): string | undefined {
  const [before, after] = [original.toString('utf8'), copy.toString('utf8')];
  if (before.startsWith('\uFEFF') !== after.startsWith('\uFEFF')) return 'byte order mark';
  const [unified, others] = [withLines(before), withLines(after)];
  if (unified === others) return 'line ends';
  if (`${unified}\n` === others) return 'last line end added';
  return unified.trimEnd() === others.trimEnd() ? 'end of the file' : undefined;
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
  { name: 'blank line added', is: (before, after) => before.trim() !== '' && after.trim() === '' },
  { name: 'blank line removed', is: (before, after) => before.trim() === '' && after.trim() !== '' },
  { name: 'definition of a link', is: (before) => /^ {0,3}\[[^\]]+\]:/.test(before) },
  { name: 'spaces at the end', is: (before, after) => before.trimEnd() === after.trimEnd() },
  { name: 'indent', is: (before, after) => before.trimStart() === after.trimStart() },
  { name: 'underlined heading', is: (before, after) => after.replace(/^#+ /, '') === before.trim() },
  { name: 'bullet', is: (before, after) => isBullet(before) && isBullet(after) },
  { name: 'number', is: (before, after) => isNumber(before) && isNumber(after) },
  { name: 'table', is: (before, after) => before.includes('|') && after.includes('|') },
  { name: 'rule', is: (before, after) => isRule(before) || isRule(after) },
  { name: 'fence', is: (before, after) => isFence(before) || isFence(after) },
  { name: 'emphasis', is: (before, after) => bare(before, /[*_]/g) === bare(after, /[*_]/g) },
  { name: 'quotes', is: (before, after) => bare(before, /["']/g) === bare(after, /["']/g) },
  { name: 'escape', is: (before, after) => bare(before, /\\/g) === bare(after, /\\/g) },
  { name: 'spaces', is: (before, after) => bare(before, /\s/g) === bare(after, /\s/g) },
  { name: 'link', is: (before, after) => /[[<]|:\/\//.test(before) && /[[<]|:\/\//.test(after) },
];

function kindOf(before: string, after: string, isFrontMatter: boolean): string {
  if (isFrontMatter && /(?:^|\s)#/.test(before)) return 'front matter: comment';
  const kind = KINDS.find(({ is }) => is(before, after))?.name ?? 'text';
  return isFrontMatter ? `front matter: ${kind}` : kind;
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

function isFence(line: string): boolean {
  return /^\s*(?:`{3}|~{3})/.test(line);
}
