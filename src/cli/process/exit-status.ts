import { ApiError, isApiError, NoAnswerError } from '../../client/api-error.js';
import { PlanTooSmallError } from '../../directory/push/plan-allows.js';
import { ConfigError } from '../../config/env-reader.js';
import { OperatorError, QuireError } from '../../domain/errors.js';
import { withPlace } from './command-at.js';
import { jsonText } from './json-line.js';
import type { ProcessContext } from './process-context.js';
import { visibleLines, visibleText } from '../../platform/visible-text.js';

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

/** The work ended, and what it compared is not the same. */
export class DifferencesError extends OperatorError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DifferencesError';
  }
}

/** Aborted when the process is asked to end. The work finishes its current step and begins no other. */
export function stopSignal(io: ProcessContext): AbortSignal {
  const stop = new AbortController();
  void io.interrupted.then(() => stop.abort(new StoppedError('stopped')));
  return stop.signal;
}

/** The table of README. As shells count, 130 is 128 and the number of SIGINT. */
const EXITS = [
  { kind: StoppedError, code: 'STOPPED', exit: 130 },
  { kind: UsageError, code: 'USAGE', exit: 2 },
  { kind: DifferencesError, code: 'DIFFERENCES', exit: 1 },
  { kind: FaultsLeftError, code: 'FAULTS_LEFT', exit: 2 },
  { kind: ConflictsLeftError, code: 'CONFLICTS_LEFT', exit: 3 },
  { kind: PlanTooSmallError, code: 'PLAN_TOO_SMALL', exit: 4 },
  { kind: NoAnswerError, code: 'NO_ANSWER', exit: 5 },
] as const;

/** By the status of an answer. */
const API_EXITS: Record<number, number> = { 401: 4, 403: 4, 412: 3, 429: 4, 503: 5 };

const EXIT_FAILED = 1;

export function exitCodeOf(error: unknown): number {
  if (error instanceof ApiError) return API_EXITS[error.status] ?? EXIT_FAILED;
  return EXITS.find(({ kind }) => error instanceof kind)?.exit ?? EXIT_FAILED;
}

/** What a failed command leaves on standard error: JSON for programs if the command line asks for it. */
export function failureLine(error: unknown, { args, command }: Pick<ProcessContext, 'args' | 'command'>): string {
  const members = errorMembers(error);
  const message = isOfPlace(error) ? withPlace(members.message, command) : members.message;
  return args.includes('--json') ? jsonText({ error: { ...members, message } }) : `quire: ${message}`;
}

/** A service's errors may hold texts of others, and those about use name commands for their help. */
function isOfPlace(error: unknown): boolean {
  return [OperatorError, QuireError].some((kind) => error instanceof kind) && !(error instanceof UsageError);
}

/** A line for standard error that is neither progress nor a failure. */
export function noteLine(note: string, args: readonly string[]): string {
  return args.includes('--json') ? jsonText({ note }) : `quire: ${visibleText(note)}`;
}

type ErrorMembers = { code: string; message: string; status?: number; details?: unknown; request_id?: string | null };

function errorMembers(error: unknown): ErrorMembers {
  const message = explain(error);
  if (error instanceof ApiError) {
    const { code, status, details, requestId } = error as ApiError;
    return { code, message, status, details, request_id: requestId ?? null };
  }
  if (error instanceof QuireError) return { code: error.code, message };
  return { code: EXITS.find(({ kind }) => error instanceof kind)?.code ?? 'FAILED', message };
}

/** One line for what an operator can act on; anything else comes with its stack. */
export function explain(error: unknown): string {
  if (isApiError(error, 'INSUFFICIENT_ROLE')) return visibleText(`${error.message} (${error.details.required})`);
  if (isApiError(error, 'FOLDER_NOT_EMPTY')) return visibleText(`${error.message} -r deletes all that is in it, too.`);
  if (error instanceof ApiError) return visibleText(error.message);
  if (error instanceof PlanTooSmallError) return visibleText(error.message);
  if (error instanceof NoAnswerError) return visibleText([error.message, ...firstCause(error)].join(': '));
  const expected =
    [ConfigError, OperatorError, QuireError].some((kind) => error instanceof kind) ||
    (error instanceof Error && 'code' in error);
  // Stacks and lists of faults have several lines.
  return visibleLines(String(expected || !(error instanceof Error) ? (error as Error).message : error.stack));
}

/** What happened in the first place: `fetch` wraps it. Of several addresses tried, only a code tells. */
function firstCause({ cause }: Error): string[] {
  if (!(cause instanceof Error)) return [];
  const deeper = firstCause(cause);
  return deeper.length > 0 ? deeper : [cause.message || String((cause as NodeJS.ErrnoException).code)];
}
