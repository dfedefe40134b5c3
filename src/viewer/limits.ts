/** Characters (UTF-16 units) of a page, its shell included. */
export const PART_CHARACTERS = 1_000_000;
/** Longer content (UTF-16 units) is shown as plain text. */
export const MAX_FORMATTED_BLOCK = 100_000;

/*
 * Costs are in tenths of a microsecond on a slow core with compiled code. A process's first page takes up to twice as
 * long. Each number bounds the worst content found.
 */

/** More expensive blocks are shown as plain text: formatting a block cannot be interrupted. */
export const MAX_BLOCK_COST = 250_000;
/** A block that would exceed this begins a new part. */
export const MAX_PART_COST = 600_000;
/** Other work runs after this cost. */
export const STEP_COST = 30_000;
/** Plain text is escaped in steps of this many characters. */
export const STEP_CHARACTERS = 50_000;
