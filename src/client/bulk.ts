import { ApiError, isApiError, NoAnswerError } from './api-error.js';
import { requestsOf, type BulkOperation, type SentLine, type LineAnswer } from './bulk-lines.js';
import { foreign, isError } from './answers.js';
import { CALLS } from './calls.js';
import { isRetryable } from './retries.js';
import type { Transport } from './transport.js';

/**
 * `line`: the number of the operation, from 1. An operation that failed has `error`, any other may have `body`.
 * `mayBeDone`: an attempt before this answer may have done the operation.
 */
export type BulkResult = Omit<LineAnswer, 'ended'> & { operation: BulkOperation; mayBeDone: boolean };

/**
 * Sends the operations in requests of at most 1,000 lines or 8 MiB, one after the other. What was refused for a time,
 * or has no answer, is sent again before the next request. Raises what ends it for good, and what the signal gives.
 */
export async function* bulk(
  transport: Transport,
  operations: AsyncIterable<BulkOperation> | Iterable<BulkOperation>,
  signal: AbortSignal | undefined,
): AsyncGenerator<BulkResult> {
  for await (const request of requestsOf(operations, signal)) yield* answersTo(transport, request, signal);
}

async function* answersTo(
  transport: Transport,
  request: readonly SentLine[],
  signal: AbortSignal | undefined,
): AsyncGenerator<BulkResult> {
  const retries = transport.retries(signal);
  for (let waiting = request; ;) {
    const round = new Round(waiting);
    let answers = 0;
    try {
      const body = waiting.map(({ text }) => text).join('');
      const sent = { call: CALLS.bulk, path: '/v1/bulk', body, signal };
      for await (const answer of transport.lines<LineAnswer>(sent)) {
        expectAnswer(answer, ++answers > waiting.length + 1);
        const result = answer.ended ? round.end(answer) : round.take(answer);
        if (result) yield result;
      }
      round.finish();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      round.fail(error);
    }
    waiting = round.left();
    if (waiting.length === 0) return;
    if (waiting.length < round.size) retries.restart();
    if (await retries.pause(round.retryAfterMs)) continue;
    yield* round.refusals();
    if (round.hasUnanswered()) throw round.failure;
    return;
  }
}

/** Raises `NoAnswerError` for a failure without its error, and for more answers than lines and an ending one. */
function expectAnswer({ status, error }: LineAnswer, isOneTooMany: boolean): void {
  if (isOneTooMany) throw foreign(200, 'more answers than lines');
  if (status >= 400 && !isError(error)) throw foreign(200, 'a failure without its error');
}

/** The answers to one request. */
class Round {
  readonly #lines: readonly SentLine[];
  readonly #unanswered: Set<SentLine>;
  readonly #refused = new Map<SentLine, LineAnswer>();
  #isEnded = false;
  retryAfterMs = 0;
  failure: Error = new NoAnswerError('the answers ended before their time');

  constructor(lines: readonly SentLine[]) {
    this.#lines = lines;
    this.#unanswered = new Set(lines);
  }

  get size(): number {
    return this.#lines.length;
  }

  /** The result, if it is final. */
  take(answer: LineAnswer): BulkResult | undefined {
    const line = this.#lines[answer.line - 1];
    if (!line || !this.#unanswered.delete(line)) return undefined;
    if (isRefusal(answer)) {
      this.#refused.set(line, answer);
      this.#wait(answer);
      line.mayBeDone ||= answer.status === 503;
      return undefined;
    }
    return resultOf(line, answer);
  }

  end(answer: LineAnswer): undefined {
    this.#isEnded = true;
    this.#wait(answer);
  }

  /** Without an ending line, those that have no answer may have been taken. */
  finish(): void {
    if (!this.#isEnded) this.#doubt();
  }

  fail(error: ApiError | NoAnswerError): void {
    this.failure = error;
    if (error instanceof ApiError) this.retryAfterMs = Math.max(this.retryAfterMs, error.retryAfterMs ?? 0);
    if (!isApiError(error, 'RATE_LIMITED')) this.#doubt();
  }

  #doubt(): void {
    for (const line of this.#unanswered) line.mayBeDone = true;
  }

  /** In their order. */
  left(): SentLine[] {
    return this.#lines.filter((line) => this.#unanswered.has(line) || this.#refused.has(line));
  }

  hasUnanswered(): boolean {
    return this.#unanswered.size > 0;
  }

  refusals(): BulkResult[] {
    return [...this.#refused].map(([line, answer]) => resultOf(line, answer));
  }

  #wait({ error }: LineAnswer): void {
    const { retry_after: seconds = 0 } = (error?.details ?? {}) as { retry_after?: number };
    this.retryAfterMs = Math.max(this.retryAfterMs, seconds * 1_000);
  }
}

function isRefusal({ status }: LineAnswer): boolean {
  return status === 429 || status === 503;
}

/** A document that is not there when a line to delete it is repeated was deleted before. */
function resultOf({ number, operation, mayBeDone }: SentLine, answer: LineAnswer): BulkResult {
  const isDone = operation.op === 'delete' && mayBeDone && answer.error?.code === 'DOCUMENT_NOT_FOUND';
  if (isDone) return { line: number, operation, status: 204, mayBeDone };
  return { ...answer, line: number, operation, mayBeDone };
}
