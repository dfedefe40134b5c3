/** One part of the stack could not be started, or ended by itself. */
export class PartError extends Error {
  /** The part's name as people read it, for example `OpenSearch`. */
  readonly part: string;
  /** The last lines that the part wrote, empty when it wrote none. */
  readonly logTail: string;

  constructor(part: string, reason: string, options: { logTail?: string; cause?: unknown } = {}) {
    super(`${part}: ${reason}`, { cause: options.cause });
    this.name = 'PartError';
    this.part = part;
    this.logTail = options.logTail ?? '';
  }
}
