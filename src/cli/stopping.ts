import { OperatorError } from '../domain/errors.js';
import type { Io } from './io.js';

/** The operator has ended the work. */
export class StoppedError extends OperatorError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoppedError';
  }
}

/** Aborted when the process is asked to end; the work ends what it is at, and begins nothing more. */
export function stopSignal(io: Io): AbortSignal {
  const stop = new AbortController();
  void io.interrupted.then(() => stop.abort(new StoppedError('stopped')));
  return stop.signal;
}
