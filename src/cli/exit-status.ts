import { ConfigError } from '../config/env-reader.js';
import { OperatorError, QuireError } from '../domain/errors.js';
import type { CommandEnd } from '../platform/remote-command.js';
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

/** The command was called in a way that it does not take. */
export class UsageError extends OperatorError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UsageError';
  }
}

/** The work ended, and left alone what somebody else has changed. */
export class ConflictsLeftError extends OperatorError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConflictsLeftError';
  }
}

/** Aborted when the process is asked to end. The work finishes its current step and begins no other. */
export function stopSignal(io: ProcessContext): AbortSignal {
  const stop = new AbortController();
  void io.interrupted.then(() => stop.abort(new StoppedError('stopped')));
  return stop.signal;
}

/** 128 and the number of SIGINT, as shells count. */
const EXIT_STOPPED = 130;
/** As `diff` exits for differences; 1 is for failures. */
const EXIT_FAULTS_LEFT = 2;

export function exitCodeOf(error: unknown): number {
  if (error instanceof StoppedError) return EXIT_STOPPED;
  return error instanceof FaultsLeftError ? EXIT_FAULTS_LEFT : 1;
}

/** One line for what an operator can act on; anything else comes with its stack. */
export function explain(error: unknown): string {
  const expected =
    [ConfigError, OperatorError, QuireError].some((kind) => error instanceof kind) ||
    (error instanceof Error && 'code' in error);
  return expected || !(error instanceof Error) ? (error as Error).message : String(error.stack);
}

/** The end of a failed command, for a caller in another process. */
export function endOf(error: unknown): CommandEnd {
  const reason = explain(error);
  if (error instanceof StoppedError) return { kind: 'stopped', reason };
  return { kind: error instanceof FaultsLeftError ? 'faults left' : 'failed', reason };
}

/** Raises what a command raised in another process. */
export function raiseEnd(end: CommandEnd): void {
  if (end.kind === 'failed') throw new OperatorError(end.reason);
  if (end.kind === 'stopped') throw new StoppedError(end.reason);
  if (end.kind === 'faults left') throw new FaultsLeftError(end.reason);
}
