import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Actor } from '../../domain/api-key.js';
import { ERRORS, failureOf, UnavailableError, type QuireError, reasonOf } from '../../domain/errors.js';
import { torn } from '../body/decoders.js';
import { checkJson } from '../body/check-json.js';
import type { CompiledRoute } from '../compile-route.js';
import type { AnswerShare } from '../limits/answer-budget.js';
import type { AdmittedBody, BodyBudget } from '../limits/body-budget.js';
import type { CooperativeQueue } from '../limits/cooperative-queue.js';
import type { Route } from '../route.js';
import type { ParsedLine } from '../schemas/bulk.js';
import type { HttpContext } from '../state.js';
import type { RequestEvents, RequestNames } from '../../observability/request-events.js';
import { UnderWay } from '../../platform/under-way.js';
import { AnswerQueue } from './answer-queue.js';
import { ChunkSource } from './chunk-source.js';
import { LineCallers, type CallerServices, type LineCaller } from './line-callers.js';
import { LineReader, type ReadLine } from './line-reader.js';
import { answerText, errorText, lastText } from './line-texts.js';
import { AT_ONCE, LineOrder } from './line-order.js';
import { LoggedLines } from './logged-lines.js';

export type LineRunServices = CallerServices & {
  budget: BodyBudget;
  bodyBytes: number;
  largeWork: CooperativeQueue;
  draining: AbortSignal;
  events: Pick<RequestEvents, 'linesWritten' | 'linesRefused'>;
};

export type LineRoute = CompiledRoute & { rules: NonNullable<Route['lines']> };

/** After so many in a row, a line that is refused by a window ends the answer. */
const MOST_REFUSED = 1_000;
/** What is written and not taken by the client: then no more lines are begun. */
const UNSENT_BYTES = 1024 * 1024;
/** The approximate memory of the answer, with the lines of it that wait for an earlier one. */
export const ANSWER_BYTES = 2 * UNSENT_BYTES;
/** Lines between two turns of the event loop, at most. */
const LINES_PER_TURN = 64;
/** A few lines whose heads are dear to read take longer than many others. */
const TURN_MS = 5;

/** Bytes of a line that may delete: longer ones are not even parsed while the owner may store nothing. */
const LONGEST_DELETION = 8 * 1024;

/** A line has neither parameters nor headers. */
const NO_PARTS = {
  reading: undefined,
  params: () => ({}),
  query: () => ({}),
  ifMatch: undefined,
  ifNoneMatch: undefined,
  idempotencyKey: undefined,
};

type WholeLine = Extract<ReadLine, { bytes: Buffer }>;
type BegunLine = { number: number; bytes: number; admitted: AdmittedBody; body: unknown } & LineCaller;

/** One request of lines. */
export class LineRun {
  readonly #ctx: HttpContext;
  readonly #route: LineRoute;
  readonly #services: LineRunServices;
  readonly #owner: string;
  readonly #chunks: ChunkSource;
  readonly #reader: LineReader;
  readonly #callers: LineCallers;
  readonly #answers = new AnswerQueue();
  readonly #turns = new LineOrder();
  readonly #underWay = new UnderWay();
  readonly #logged: LoggedLines;
  /** Those of the last lines, without any other in between. */
  #refusals = 0;
  #refusal: QuireError | undefined;
  #isGone = false;

  /** Raises `UNSUPPORTED_MEDIA_TYPE`. */
  constructor(ctx: HttpContext, route: LineRoute, services: LineRunServices) {
    const { budget, bodyBytes } = services;
    const { owner } = ctx.state.actor as Actor;
    const chunks = new ChunkSource(ctx.req);
    this.#ctx = ctx;
    this.#route = route;
    this.#services = services;
    this.#owner = owner;
    this.#chunks = chunks;
    this.#reader = new LineReader({ chunks, admit: (bytes) => budget.admit(owner, bytes), limit: bodyBytes });
    this.#callers = new LineCallers(ctx, services);
    this.#logged = new LoggedLines(ctx, services.events);
    ctx.state.lines = {};
  }

  /** The answer, as it is made. Lines are begun only while it is taken. */
  answer(): Readable {
    const push = (text: string | undefined) => answer.destroyed || answer.push(text ?? null);
    const answer = new Readable({
      highWaterMark: UNSENT_BYTES,
      read: () => void this.#answers.next().then(push),
      destroy: (error, done) => {
        this.#leave();
        done(error);
      },
    });
    return answer;
  }

  /** Takes the lines. Resolves when all that were begun have ended, also if the client has left. Never rejects. */
  async run(): Promise<void> {
    const { draining } = this.#services;
    const endEarly = () => this.#chunks.fail(new UnavailableError('the service ends'));
    draining.addEventListener('abort', endEarly);
    if (draining.aborted) endEarly();
    try {
      await this.#takeLines();
    } catch (error) {
      this.#endEarly(failureOf(error));
    } finally {
      draining.removeEventListener('abort', endEarly);
      this.#chunks.close();
      this.#answers.end();
      await this.#callers.end();
      await this.#underWay.idle();
    }
  }

  /** The client has left, or has the whole answer. Lines that were begun end. */
  #leave(): void {
    this.#isGone = true;
    this.#chunks.fail(torn());
    this.#answers.abandon();
    this.#logged.end();
  }

  async #takeLines(): Promise<void> {
    let turnedAt = performance.now();
    for (let count = 1; ; count++) {
      await this.#answers.untilRoom();
      this.#chunks.beginLine();
      const line = await this.#reader.next();
      if (!line) return;
      const failure = await this.#begin(line);
      this.#refusal = failure?.code === 'RATE_LIMITED' ? failure : undefined;
      this.#refusals = this.#refusal ? this.#refusals + 1 : 0;
      if (!this.#refusal) this.#reader.taken();
      if (failure) this.#refuse(line.number, failure);
      if (count % LINES_PER_TURN > 0 && performance.now() - turnedAt < TURN_MS) continue;
      await setImmediate();
      turnedAt = performance.now();
    }
  }

  /** Lines at hand, with room for their answers, up to those that run side by side with the one that is taken. */
  readonly #linesAhead = (): number[] => this.#reader.linesAhead(Math.min(this.#answers.room, AT_ONCE) - 1);

  /** Undefined: the line was begun. */
  async #begin(line: ReadLine): Promise<QuireError | undefined> {
    let caller: LineCaller | undefined;
    try {
      const bytes = 'fault' in line ? 0 : line.bytes.length;
      caller = await this.#callers.next({ bytes, linesAhead: this.#linesAhead });
      if (caller.full && ('fault' in line || bytes > LONGEST_DELETION)) throw caller.full;
      if ('fault' in line) throw line.fault;
      const begun = await this.#check(line, caller);
      const answer = this.#turns.run(this.#route.rules.targetOf(begun.body), () => this.#answerLine(begun));
      void this.#underWay.run(() => answer);
      this.#answers.add(answer);
      return undefined;
    } catch (error) {
      if ('admitted' in line) line.admitted.end();
      await caller?.stored.release();
      return failureOf(error);
    }
  }

  /** With room for what it stores. While the window of bytes is full, all but well-formed deletions are refused. */
  async #check({ number, bytes, admitted }: WholeLine, caller: LineCaller): Promise<BegunLine> {
    const { readBody, rules } = this.#route;
    const checking = { ...this.#services, owner: this.#owner, admitted, moreLevels: 1 };
    const parsed = checkJson(bytes, checking).then(readBody);
    const body = await parsed.catch((error: unknown) => {
      throw caller.full ?? error;
    });
    const begun = { number, bytes: bytes.length, admitted, body };
    if (!rules.stores(body)) {
      // Nothing here waits for what a deletion gives back.
      void caller.stored.release();
      return { ...begun, ...(caller.full ? await this.#callers.letIn(caller) : caller) };
    }
    if (caller.full) throw caller.full;
    await caller.stored.raiseTo(bytes.length);
    return { ...begun, ...caller };
  }

  /** Raises the failure if no further line is taken after it. */
  #refuse(number: number, failure: QuireError): void {
    if (ERRORS[failure.code].status === 401 || this.#refusals > MOST_REFUSED) throw failure;
    this.#answers.add(Promise.resolve(errorText(number, this.#note(failure))));
  }

  #endEarly(failure: QuireError): void {
    if (this.#isGone) return;
    const isOfRefused = failure.code === 'PAYLOAD_TOO_LARGE' && this.#refusal;
    this.#answers.add(Promise.resolve(lastText(this.#reader.number, this.#note(isOfRefused || failure))));
  }

  async #answerLine({ number, bytes, admitted, body, actor, admission, stored }: BegunLine): Promise<string> {
    let booking: AnswerShare | undefined;
    const bookBytes = (more: number) => {
      booking ??= this.#ctx.state.bookWork?.();
      booking?.raiseTo(more);
    };
    const names: RequestNames = {};
    const log = (status: number) => {
      const { made } = stored;
      this.#logged.add({ line: number, op: opOf(body), status, ...names, ...made, hasMade: made !== undefined });
    };
    try {
      if (this.#isGone) return '';
      const parts = { ...NO_PARTS, actor, admission, bodyBytes: bytes, stored, names, bookBytes };
      const reply = await this.#route.answer(body, parts);
      this.#count(reply.status);
      log(reply.status);
      return answerText(number, reply);
    } catch (error) {
      const failure = this.#note(failureOf(error));
      log(ERRORS[failure.code].status);
      return errorText(number, failure);
    } finally {
      admitted.end();
      booking?.endWork();
      await stored.release();
    }
  }

  /** For the request's log line, which also tells the first failure that an operator should know. */
  #note(failure: QuireError): QuireError {
    const { status, level } = ERRORS[failure.code];
    const reason = reasonOf(failure);
    const refusals = (this.#ctx.state.refusals ??= {});
    refusals[reason] = (refusals[reason] ?? 0) + 1;
    this.#count(status);
    if (level !== 'info') this.#ctx.state.failure ??= failure;
    return failure;
  }

  #count(status: number): void {
    const lines = (this.#ctx.state.lines ??= {});
    const statuses = status < 400 ? '2xx' : status < 500 ? '4xx' : '5xx';
    lines[statuses] = (lines[statuses] ?? 0) + 1;
  }
}

function opOf(body: unknown): string {
  return (body as ParsedLine).op;
}
