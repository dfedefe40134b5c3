/** Characters (UTF-16 units) of a page, its shell included. */
export const PART_CHARACTERS = 1_000_000;
/** Content longer than this (UTF-16 units) is shown as plain text. */
export const MAX_FORMATTED_BLOCK = 100_000;

/*
 * Costs are in tenths of a microsecond of a slow core on which everything is compiled already; a process that renders
 * its first page takes up to twice as long. Each number bounds what the worst content found takes.
 */

/** A block that would cost more is shown as plain text: formatting it is one step that nothing can interrupt. */
export const MAX_BLOCK_COST = 250_000;
/** A part ends before the block with which it would cost more. */
export const MAX_PART_COST = 600_000;
/** Others are let run after so much work. */
export const STEP_COST = 30_000;
/** Plain text is escaped in steps of so many characters. */
export const STEP_CHARACTERS = 50_000;
