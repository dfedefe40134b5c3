/** The formatted content is none that a page may have: its block is shown as plain text. */
export class UnfitMarkupError extends Error {}
