/** One part of the stack could not be started, or ended by itself. */
export class BackendError extends Error {
  /** The backend's name as people read it, for example `OpenSearch`. */
  readonly backend: string;
  /** The last lines that the backend wrote, empty when it wrote none. */
  readonly logTail: string;

  constructor(backend: string, reason: string, options: { logTail?: string; cause?: unknown } = {}) {
    super(`${backend}: ${reason}`, { cause: options.cause });
    this.name = 'BackendError';
    this.backend = backend;
    this.logTail = options.logTail ?? '';
  }
}
