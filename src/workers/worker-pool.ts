import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../domain/errors.js';
import type { Listening, WorkerOptions } from './messages.js';
/** `reason`: the worker's own message, if it sent one. */
export type Ending = { code: number | null; signal: string | null; reason: string | undefined };

/** A worker, as its pool sees it. `listening` and `prepared` never resolve if they do not happen. */
export type PoolWorker = {
  readonly listening: Promise<Listening>;
  readonly prepared: Promise<void>;
  readonly ended: Promise<Ending>;
  /** Asks it to finish requests in flight and to end. */
  stop(): void;
  kill(): void;
};

export type WorkerPoolOptions<Member> = {
  size: number;
  fork(options: WorkerOptions): Member;
  onListening(at: Listening): void;
  onJoined(member: Member): void;
  /** `pauseMs`: time until the replacement starts; undefined: the worker was asked to end. */
  onLeft(member: Member, left: { ending: Ending; pauseMs: number | undefined }): void;
};

/** Replaces dead workers. The first worker prepares the store; the others have nothing to serve before that. */
export class WorkerPool<Member extends PoolWorker> {
  /** Rejects if there can be no service: the first worker could not listen, or must not run on the store. */
  readonly fatal: Promise<never>;
  readonly #options: WorkerPoolOptions<Member>;
  readonly #members = new Set<Member>();
  readonly #listening = new Set<Member>();
  readonly #ending = new AbortController();
  #fail: (error: Error) => void = () => undefined;
  #hasListened = false;
  #isPrepared = false;

  constructor(options: WorkerPoolOptions<Member>) {
    this.#options = options;
    this.fatal = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.fatal.catch(() => undefined);
  }

  start(): void {
    void this.#keepOne();
  }

  /** Returns the number of workers that failed to end well, including those killed after `graceMs`. */
  async stop(graceMs: number): Promise<number> {
    this.#ending.abort();
    const timer = setTimeout(() => this.kill(), graceMs);
    const serving = [...this.#listening];
    const all = [...this.#members];
    for (const member of all) member.stop();
    await Promise.all(all.map(({ ended }) => ended));
    clearTimeout(timer);
    const endings = await Promise.all(serving.map(({ ended }) => ended));
    return endings.filter(({ code }) => code !== 0).length;
  }

  kill(): void {
    for (const member of this.#members) member.kill();
  }

  async #keepOne(): Promise<void> {
    const { signal } = this.#ending;
    const pauses = new RestartPauses();
    while (!signal.aborted) {
      const bornAt = performance.now();
      const member = this.#spawn();
      const ending = await member.ended;
      if (!signal.aborted) this.#check(ending);
      const pauseMs = signal.aborted ? undefined : pauses.after(performance.now() - bornAt);
      this.#members.delete(member);
      this.#listening.delete(member);
      this.#options.onLeft(member, { ending, pauseMs });
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  #spawn(): Member {
    const member = this.#options.fork({ isPrepared: this.#isPrepared });
    this.#members.add(member);
    void member.listening.then((at) => this.#listens(member, at));
    void member.prepared.then(() => this.#completeOnce());
    return member;
  }

  #listens(member: Member, at: Listening): void {
    if (!this.#hasListened) this.#options.onListening(at);
    this.#hasListened = true;
    this.#listening.add(member);
    this.#options.onJoined(member);
  }

  #completeOnce(): void {
    if (this.#isPrepared) return;
    this.#isPrepared = true;
    for (let others = this.#options.size - 1; others > 0; others--) void this.#keepOne();
  }

  /** A death is fatal only before the first worker listens, a stated reason only before the store is prepared. */
  #check({ code, signal, reason }: Ending): void {
    const isFatal = !this.#hasListened || (!this.#isPrepared && reason !== undefined);
    if (!isFatal) return;
    this.#ending.abort();
    this.#fail(new OperatorError(reason ?? `the first worker ended (${signal ?? code}) before it listened`));
  }
}

/** A worker that lived this long did not fail at its start. */
const STEADY_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** Milliseconds before a replacement starts: none after one death, growing after deaths in a row. */
export class RestartPauses {
  #next = 0;

  after(livedMs: number): number {
    const pause = livedMs >= STEADY_MS ? 0 : this.#next;
    this.#next = Math.min(Math.max(pause * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
    return pause;
  }
}
