import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { OperatorError, UnavailableError } from '../domain/errors.js';
import { loadBatch, type LoadedBatch, type LoadHelper, type Loading } from '../maintenance/reindex/load-batch.js';
import type { LoggedDocument } from '../maintenance/shared/scan-log.js';
type SentBatch = readonly LoggedDocument[];
type PendingBatch = {
  loading: Loading;
  batch: SentBatch;
  resolve(loaded: LoadedBatch | Promise<LoadedBatch>): void;
  reject(error: unknown): void;
};

/** A child process that loads documents for a rebuild. When it dies, this process loads its unfinished batches. */
export class HelperProcess implements LoadHelper {
  readonly #child: ChildProcess;
  readonly #gone: Promise<unknown>;
  readonly #asked = new Map<number, PendingBatch>();
  #isGone = false;
  #next = 0;

  /** `program`: the file of this program. `onGone` receives the exit code or signal. */
  constructor(program: string, onGone: (how: string) => void) {
    this.#child = fork(program, ['reindex-helper'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const ended = once(this.#child, 'exit') as Promise<[number | null, string | null]>;
    this.#gone = ended
      .then(([code, signal]) => String(signal ?? code), String)
      .then((how) => {
        onGone(how);
        this.#takeOver();
      });
    this.#child.on('message', (message: FromHelper) => this.#hear(message));
  }

  load(loading: Loading, batch: SentBatch): Promise<LoadedBatch> {
    if (this.#isGone) return loadBatch(loading, batch);
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      this.#asked.set(id, { loading, batch, resolve, reject });
      const order: ToHelper = { id, source: loading.source, to: loading.to, batch };
      // A child that has just died does not receive it: its exit is handled, too.
      this.#child.send(order, () => undefined);
    });
  }

  /** Does not wait for the child's current work. */
  async end(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#gone;
  }

  #takeOver(): void {
    this.#isGone = true;
    for (const { loading, batch, resolve } of this.#asked.values()) resolve(loadBatch(loading, batch));
    this.#asked.clear();
  }

  #hear(message: FromHelper): void {
    const asked = this.#asked.get(message.id);
    if (!asked) return;
    if (message.kind === 'retrying') return this.#check(message.id, asked, message.reason);
    this.#asked.delete(message.id);
    if (message.kind === 'loaded') asked.resolve(message.loaded);
    else asked.reject(message.isUnavailable ? new UnavailableError(message.reason) : new OperatorError(message.reason));
  }

  /** Only this process knows whether retrying makes sense. */
  #check(id: number, { loading, reject }: PendingBatch, reason: string): void {
    const checked = loading.retryPolicy.onRetry?.(new UnavailableError(reason));
    Promise.resolve(checked).catch((error: unknown) => {
      this.#asked.delete(id);
      reject(error);
    });
  }
}

/** `source`: the old index, if usable. `to`: the new one. */
export type ToHelper = { id: number; source?: string | undefined; to: string; batch: readonly LoggedDocument[] };

/** `retrying`: a backend is unavailable, and the helper keeps trying. */
export type FromHelper = { id: number } & (
  | { kind: 'loaded'; loaded: LoadedBatch }
  | { kind: 'retrying'; reason: string }
  | { kind: 'failed'; reason: string; isUnavailable: boolean }
);
