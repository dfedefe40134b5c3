import { jsonOfString, TOGETHER } from '../domain/content/json-of-string.js';

/**
 * What `JSON.stringify` makes of plain data, in UTF-8. Between two steps it takes about a millisecond, or one value
 * that lies `levels` deep and is no string.
 */
export function* jsonInSteps(value: object, levels: number): Generator<void, Uint8Array> {
  const pieces: Uint8Array[] = [];
  let text = '';
  for (const piece of piecesOf(value, levels)) {
    text += piece;
    if (text.length < TOGETHER) continue;
    pieces.push(Buffer.from(text));
    text = '';
    yield;
  }
  pieces.push(Buffer.from(text));
  yield;
  return Buffer.concat(pieces);
}

function* piecesOf(value: unknown, levels: number): Generator<string> {
  if (typeof value === 'string') yield* jsonOfString(value);
  else if (levels === 0 || typeof value !== 'object' || value === null) yield JSON.stringify(value);
  else if (Array.isArray(value)) yield* itemsOf(value, levels - 1);
  else yield* membersOf(value, levels - 1);
}

function* itemsOf(items: readonly unknown[], levels: number): Generator<string> {
  let before = '[';
  for (const item of items) {
    yield before;
    yield* piecesOf(item, levels);
    before = ',';
  }
  yield items.length === 0 ? '[]' : ']';
}

function* membersOf(object: object, levels: number): Generator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* piecesOf(value, levels);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}
