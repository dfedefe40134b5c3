/** The formatted content is not allowed in a page: the block is shown as plain text. */
export class UnfitMarkupError extends Error {}
