import { OperatorError } from '../domain/errors.js';
import type { ProcessContext } from './process-context.js';

export class StoppedError extends OperatorError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoppedError';
  }
}

/** The work ended and found faults for the operator; has its own exit code. */
export class FaultsLeftError extends OperatorError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FaultsLeftError';
  }
}

/** Aborted when the process is asked to end. The work finishes its current step and begins no other. */
export function stopSignal(io: ProcessContext): AbortSignal {
  const stop = new AbortController();
  void io.interrupted.then(() => stop.abort(new StoppedError('stopped')));
  return stop.signal;
}
