/** The text cannot become a document. `line` is from 1. */
export class MarkdownError extends Error {
  readonly line: number;
  /** Without the line. */
  readonly reason: string;

  constructor(line: number, reason: string, options?: ErrorOptions) {
    super(`line ${line}: ${reason}`, options);
    this.name = 'MarkdownError';
    this.line = line;
    this.reason = reason;
  }
}
