import { OperatorError } from '../domain/errors.js';
import type { Io } from './io.js';

/** The operator has ended the work. */
export class StoppedError extends OperatorError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoppedError';
  }
}

/** The work came to its end and found what an operator should look at; it has an exit code of its own. */
export class FaultsLeftError extends OperatorError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FaultsLeftError';
  }
}

/** Aborted when the process is asked to end; the work ends what it is at, and begins nothing more. */
export function stopSignal(io: Io): AbortSignal {
  const stop = new AbortController();
  void io.interrupted.then(() => stop.abort(new StoppedError('stopped')));
  return stop.signal;
}
