import type { Environment, InlineNote } from '../environment.js';
import { parseInline, type Parsed } from '../parser.js';
import { placesInLines, RowPositions, type PlaceOf } from '../places.js';

export type Edit = { start: number; end: number; text: string };

/**
 * All uses of definitions, and what looks like one, in the order of the text, with places in the source. `mark`: only
 * where it is found.
 */
export function usesOf({ lines, tokens, environment }: Parsed, mark = markOf(environment)): InlineNote[] {
  let row = new RowPositions(lines, 0);
  return tokens.flatMap((token, at) => {
    if (token.type === 'tr_open') row = new RowPositions(lines, token.map?.[0] ?? 0);
    if (token.type !== 'inline') return [];
    const isCell = /^t[hd]_open$/.test(tokens[at - 1]?.type ?? '');
    const place = isCell ? row.cell(token.content) : undefined;
    if (!token.content.includes(mark)) return [];
    environment.notes = [];
    parseInline(token.content, environment);
    return placed(environment.notes, place ?? placesInLines(lines, token.map?.[0] ?? 0, token.content));
  });
}

function markOf({ references, footnotes }: Environment): string {
  return references !== undefined || footnotes !== undefined ? '[' : '[^';
}

function placed(notes: readonly InlineNote[], placeOf: PlaceOf): InlineNote[] {
  return notes
    .map((note) => ({ ...note, start: placeOf(note.start), end: placeOf(note.end - 1) + 1 }))
    .sort((a, b) => a.start - b.start);
}

export function edited(source: string, edits: readonly Edit[]): string {
  let at = 0;
  const pieces: string[] = [];
  for (const { start, end, text } of edits) {
    pieces.push(source.slice(at, start), text);
    at = end;
  }
  return pieces.join('') + source.slice(at);
}
