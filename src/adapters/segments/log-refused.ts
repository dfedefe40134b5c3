import { OperatorError } from '../../domain/errors.js';

/** The files of the log cannot be used as they are. The message says what to do. */
export class LogRefusedError extends OperatorError {}
