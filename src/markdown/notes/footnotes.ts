import type { SelfContained } from './definitions.js';
import type { PlacedBlock } from '../to-blocks.js';

const MARK = /^ {0,3}\[\^[^\]]*\]:[ \t]*/;
const ITEM = /^(\d{1,9}\. ?)([^]*)$/;
const INDENT = ' '.repeat(4);
/** A line that continues a paragraph without indent, and with one would underline it or make it a table. */
const UNDERLINE = /^ {0,3}[=|:-]/;

/** Tabs in front of a text as spaces. An item has another indent than a definition, which tabs cannot follow. */
function withoutTabs(line: string): string {
  const text = line.trimStart();
  let columns = 0;
  for (const blank of line.slice(0, -text.length)) columns += blank === '\t' ? 4 - (columns % 4) : 1;
  return ' '.repeat(columns) + text;
}

function itemOf([first = '', ...others]: readonly string[], marker: string): string {
  const pad = ' '.repeat(marker.length);
  const lines = [{ text: first.replace(MARK, ''), pad }];
  for (const line of others) {
    const text = line.trim() === '' ? '' : withoutTabs(line).replace(/^ {4}/, '');
    const isBare = text === '' || UNDERLINE.test(line);
    lines.push({ text, pad: isBare ? '' : pad });
  }
  const begin = Math.max(
    0,
    lines.findIndex(({ text }) => text !== ''),
  );
  const texts = lines.slice(begin).map(({ pad, text }, at) => (at === 0 ? marker : pad) + text);
  return texts.join('\n').trimEnd();
}

/** One list of all, by their numbers, or none. Its metadata has what the file calls them. */
export function footnoteBlocks({ lines, environment: { definitions }, footnotes }: SelfContained): PlacedBlock[] {
  const [first] = definitions;
  if (first === undefined) return [];
  const ordered = footnotes.flatMap((index) => definitions[index] ?? []);
  const items = ordered.map(({ start, end }, at) => itemOf(lines.texts.slice(start, end), `${at + 1}. `));
  const metadata = { listType: 'ordered', footnotes: ordered.map(({ label }) => label) };
  return [{ block: { type: 'list', content: items.join('\n'), metadata }, line: first.start }];
}

export function numberedDefinitions(content: string): string {
  let [number, width] = [0, 0];
  const written = content.split('\n').map((line) => {
    const [, marker, text = ''] = ITEM.exec(line) ?? [];
    if (marker !== undefined) {
      number += 1;
      width = marker.length;
      const mark = `${number === 1 ? '' : '\n'}[^${number}]:`;
      return /^[ \t]/.test(text) ? `${mark}\n${INDENT}${text}` : `${mark} ${text}`;
    }
    if (line.trim() === '') return '';
    const isInside = line.startsWith(' '.repeat(width));
    return isInside ? INDENT + line.slice(width) : line;
  });
  return written.join('\n');
}
