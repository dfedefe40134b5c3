import type { ViewedBlock } from './viewed-document.js';

/** Content longer than this (UTF-16 units) is shown as plain text. */
export const MAX_FORMATTED_BLOCK = 100_000;
/** Once the formatted blocks of a page come to this length together, all later ones are plain text. */
export const MAX_FORMATTED_PAGE = 300_000;

/** Formatting is what costs time, and the server has one thread: this decides which blocks get it. */
export class FormattingBudget {
  #left = MAX_FORMATTED_PAGE;

  /** Whether the block may be formatted; blocks are asked about in the order of the page. */
  admits(block: ViewedBlock): boolean {
    if (block.type === 'code' || block.content.length > MAX_FORMATTED_BLOCK) return false;
    this.#left -= block.content.length;
    return this.#left >= 0;
  }
}
