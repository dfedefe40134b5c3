import type { DocumentBlock } from '../../domain/document.js';

/** JSON text of blocks and its UTF-8 bytes, kept while the blocks are referenced. */
const texts = new WeakMap<readonly DocumentBlock[], { text: string; bytes: number }>();

/** Text built on demand. Its size in UTF-8 bytes is known before. */
export type Text = { readonly bytes: number; toString(): string };

/** JSON text of `members` and `blocks`. The text of kept blocks is made once: 3 µs instead of 20 for 4 KB. */
export function textWithBlocks(members: object, blocks: readonly DocumentBlock[]): Text {
  const { text, bytes } = texts.get(blocks) ?? keepText(blocks);
  const begin = `${JSON.stringify(members).slice(0, -1)},"blocks":`;
  return { bytes: Buffer.byteLength(begin) + bytes + 1, toString: () => `${begin}${text}}` };
}

export function isTextKept(blocks: readonly DocumentBlock[]): boolean {
  return texts.has(blocks);
}

function keepText(blocks: readonly DocumentBlock[]): { text: string; bytes: number } {
  const text = JSON.stringify(blocks.map(presentBlock));
  const kept = { text, bytes: Buffer.byteLength(text) };
  texts.set(blocks, kept);
  return kept;
}

function presentBlock({ id, order, type, content, metadata }: DocumentBlock): DocumentBlock {
  return { id, order, type, content, metadata };
}
