/** Characters (UTF-16 units) of a page, its shell included. */
export const PART_CHARACTERS = 1_000_000;
/** Longer content (UTF-16 units) is shown as plain text. */
export const MAX_FORMATTED_BLOCK = 100_000;
/** Browsers flatten elements nested deeper than a few hundred levels. */
export const MAX_NESTING = 100;

/** The block is shown as plain text. */
export class TooDeepError extends Error {
  constructor() {
    super('the content is nested too deeply');
  }
}
