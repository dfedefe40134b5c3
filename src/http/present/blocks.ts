import type { Block } from '../../domain/document.js';

/** Blocks as JSON text, for as long as something holds them. */
const texts = new WeakMap<readonly Block[], string>();

/** Text that is put together when it is asked for; `length` in characters is known before. */
export type Text = { readonly length: number; toString(): string };

/**
 * JSON text of an object of these members and of `blocks`. Those of a version that is kept are put into text once:
 * measured for 4 KB, 3 µs instead of 20.
 */
export function textWithBlocks(members: object, blocks: readonly Block[]): Text {
  let text = texts.get(blocks);
  if (text === undefined) {
    text = JSON.stringify(blocks.map(presentBlock));
    texts.set(blocks, text);
  }
  const begin = `${JSON.stringify(members).slice(0, -1)},"blocks":`;
  return { length: begin.length + text.length + 1, toString: () => `${begin}${text}}` };
}

function presentBlock({ id, order, type, content, metadata }: Block): Block {
  return { id, order, type, content, metadata };
}
