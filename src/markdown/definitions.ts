import { numberedDefinitionsOf } from './footnote-numbers.js';
import { MarkdownError } from './markdown-error.js';
import { parseBlocks, type Parsed } from './parser.js';
import { edited, usesOf, type Edit } from './uses.js';

/** A text whose blocks need no definitions. `footnotes`: the indexes of their definitions, by number. */
export type SelfContained = Parsed & { footnotes: readonly number[] };

const ENTITIES: Readonly<Record<string, string>> = {
  '\\': '&#92;',
  '"': '&quot;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '`': '&#96;',
  '|': '&#124;',
  '\n': '&#10;',
};

/** The parser has escaped what addresses must not have, but for parentheses. */
function targetOf(href: string, title: string): string {
  const plain = href.replace(/&(?=#?\w+;)/g, '&amp;');
  const address = href === '' || /[()]/.test(href) ? `<${plain}>` : plain;
  const quoted = title.replace(/[\\"&<>`|\n]/g, (character) => ENTITIES[character] ?? '');
  return title === '' ? `(${address})` : `(${address} "${quoted}")`;
}

/** A short text can refer to a long address very often. */
function checkGrowth(source: string, edits: readonly Edit[], bytes: number): void {
  let room = bytes;
  for (const { start, text } of edits) {
    room -= text.length;
    if (room >= 0) continue;
    const line = source.slice(0, start).split('\n').length;
    throw new MarkdownError(line, `the links by reference, written out, are longer than ${bytes} bytes`);
  }
}

/**
 * Blocks are shown one by one, so definitions elsewhere in the file do not reach them. Links and images by reference
 * become inline ones, footnotes get numbers, and text that looks like one is escaped. `bytes` bounds what this adds.
 */
export function selfContained(source: string, bytes: number): SelfContained {
  const parsed = parseBlocks(source);
  const uses = usesOf(parsed);
  const footnotes = numberedDefinitionsOf(parsed, uses);
  if (uses.length === 0) return { ...parsed, footnotes };
  const { definitions } = parsed.environment;
  const numbers = new Map(footnotes.map((index, at) => [definitions[index]?.label, at + 1] as const).reverse());
  const edits = uses.map((use): Edit => {
    if (use.kind === 'reference') return { ...use, text: targetOf(use.href, use.title) };
    if (use.kind === 'footnote') return { ...use, text: `[^${numbers.get(use.label) ?? use.label}]` };
    return { start: use.start + 1, end: use.start + 1, text: '\\' };
  });
  checkGrowth(source, edits, bytes);
  return { ...parseBlocks(edited(source, edits)), footnotes };
}
