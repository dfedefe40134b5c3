/** The text cannot become a document. `line` is from 1. */
export class MarkdownError extends Error {
  readonly line: number;

  constructor(line: number, reason: string, options?: ErrorOptions) {
    super(`line ${line}: ${reason}`, options);
    this.name = 'MarkdownError';
    this.line = line;
  }
}
