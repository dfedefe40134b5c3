import type { Environment, InlineNote } from '../environment.js';
import { numberedDefinitionsOf } from './footnote-numbers.js';
import { MarkdownError } from '../markdown-error.js';
import { parseBlocks, parseInline, type Parsed } from '../parser.js';
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

/** The longer a target, the fewer fit into the file: no more are written than `bytes` allow. */
function writtenOut(source: string, uses: readonly InlineNote[], { bytes, textOf }: WrittenOut): Edit[] {
  let room = bytes;
  return uses.map((use) => {
    const text = textOf(use);
    room -= text.length;
    if (room >= 0) return { ...placeOf(use), text };
    const line = source.slice(0, use.start).split('\n').length;
    throw new MarkdownError(line, `the links by reference, written out, are longer than ${bytes} bytes`);
  });
}

/** A backslash within the brackets keeps them a pair. Before a colon, they would be the label of a link. */
function placeOf({ kind, start, end }: InlineNote): { start: number; end: number } {
  if (kind === 'label') return { start, end: start };
  return kind === 'text' ? { start: start + 1, end: start + 1 } : { start, end };
}

type WrittenOut = { bytes: number; textOf: (use: InlineNote) => string };

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
  const textOf = (use: InlineNote): string => {
    if (use.kind === 'reference') return targetOf(use.href, use.title);
    return use.kind === 'footnote' ? `[^${numbers.get(use.label) ?? use.label}]` : '\\';
  };
  const edits = writtenOut(source, uses, { bytes, textOf });
  return { ...parseBlocks(edited(source, edits)), footnotes };
}

/** Inline Markdown with the targets of its links by reference. Its footnotes stay as they are. */
export function withTargets(content: string, environment: Environment): string {
  if (environment.references === undefined || !content.includes('[')) return content;
  environment.notes = [];
  parseInline(content, environment);
  const edits = environment.notes.flatMap((use): Edit[] =>
    use.kind === 'reference' ? [{ ...use, text: targetOf(use.href, use.title) }] : [],
  );
  return edited(
    content,
    edits.sort((a, b) => a.start - b.start),
  );
}
