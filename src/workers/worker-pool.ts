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
  /** 0: any free port, the same for all. */
  port: number;
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
  /** Listening workers, with the port each asked for. */
  readonly #listeners = new Map<Member, number>();
  readonly #ending = new AbortController();
  #fail: (error: Error) => void = () => undefined;
  #port: number | undefined;
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
    const serving = [...this.#listeners.keys()];
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
      this.#listeners.delete(member);
      this.#options.onLeft(member, { ending, pauseMs });
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  #spawn(): Member {
    const port = this.#portToAskFor();
    const member = this.#options.fork({ port, isPrepared: this.#isPrepared });
    this.#members.add(member);
    void member.listening.then((at) => this.#listens(member, port, at));
    void member.prepared.then(() => this.#completeOnce());
    return member;
  }

  /**
   * Workers share a listener only if they asked for the same port. While one listens, new workers ask for the port that
   * it asked for, even if that is 0 (any free port). If none listens, they ask for the number of the former port.
   */
  #portToAskFor(): number {
    const [asked] = this.#listeners.values();
    return asked ?? this.#port ?? this.#options.port;
  }

  #listens(member: Member, asked: number, at: Listening): void {
    if (this.#port !== undefined && at.port !== this.#port) {
      // It asked for any free port, and the last listener died meanwhile: it got another port.
      member.kill();
      return;
    }
    this.#listeners.set(member, asked);
    const isFirst = this.#port === undefined;
    this.#port = at.port;
    if (isFirst) this.#options.onListening(at);
    this.#options.onJoined(member);
  }

  #completeOnce(): void {
    if (this.#isPrepared) return;
    this.#isPrepared = true;
    for (let others = this.#options.size - 1; others > 0; others--) void this.#keepOne();
  }

  /** A death is fatal only before the first worker listens, a stated reason only before the store is prepared. */
  #check({ code, signal, reason }: Ending): void {
    const isFatal = this.#port === undefined || (!this.#isPrepared && reason !== undefined);
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
