import Token from 'markdown-it/lib/token.mjs';
import type { Parsed } from '../parser.js';

export const DEFINITION_OPEN = 'footnote_reference_open';
const DEFINITION_CLOSE = 'footnote_reference_close';

/** What the parser has found in a list or a quote, without the definitions of footnotes there. */
export function withoutDefinitions(tokens: readonly Token[]): Token[] {
  let isInside = false;
  return tokens.filter(({ type }) => {
    const isMark = type === DEFINITION_OPEN || type === DEFINITION_CLOSE;
    if (isMark) isInside = type === DEFINITION_OPEN;
    return !isMark && !isInside;
  });
}

/** Where each definition begins and ends among the tokens, in the order of the text. */
function rangesOf(tokens: readonly Token[]): [open: number, close: number][] {
  const ranges: [number, number][] = [];
  for (const [at, { type }] of tokens.entries()) {
    if (type === DEFINITION_OPEN) ranges.push([at, at]);
    const last = ranges.at(-1);
    if (type === DEFINITION_CLOSE && last) last[1] = at;
  }
  return ranges;
}

function item(body: readonly Token[], shift: number, isTight: boolean): Token[] {
  const open = new Token('list_item_open', 'li', 1);
  const close = new Token('list_item_close', 'li', -1);
  open.info = '.';
  open.level = close.level = 1;
  for (const token of body) {
    token.level += shift;
    if (isTight && /^paragraph_/.test(token.type)) token.hidden = true;
  }
  return [open, ...body, close];
}

/**
 * The list of all footnotes as tokens, if some are defined in a list or a quote, whose text has other marks and
 * indents. `order`: the indexes of the definitions, by number.
 */
export function footnoteTokens({ tokens }: Parsed, order: readonly number[]): { tokens?: Token[] } {
  const ranges = rangesOf(tokens);
  if (ranges.every(([open]) => tokens[open]?.level === 0)) return {};
  const isTight = ranges.every(([open, close]) => close - open === 4 && tokens[open + 1]?.type === 'paragraph_open');
  const items = order.flatMap((index) => {
    const [open = 0, close = 0] = ranges[index] ?? [];
    return item(tokens.slice(open + 1, close), 1 - (tokens[open]?.level ?? 0), isTight);
  });
  return { tokens: [new Token('ordered_list_open', 'ol', 1), ...items, new Token('ordered_list_close', 'ol', -1)] };
}
