import { setTimeout as delay } from 'node:timers/promises';
import { Child, type ChildOptions } from './child.js';
import { BackendError } from './backend-error.js';

const POLL_MS = 150;
const PROBE_TIMEOUT_MS = 5_000;

export interface UntilReady {
  readonly backend: string;
  readonly child: Child;
  /** Resolves when the backend answers as it should; tried again until then. */
  readonly probe: (signal: AbortSignal) => Promise<unknown>;
  readonly timeoutMs: number;
}

/** Knows every program that the stack has started, so that none can be forgotten. */
export class Supervisor {
  readonly #children: { backend: string; child: Child }[] = [];
  readonly #signal: AbortSignal;
  #stopping = false;
  #reportDeath: (error: BackendError) => void = () => undefined;

  /** Resolves when a program that was started with `keep` ends without having been asked to. */
  readonly died: Promise<BackendError>;

  /** @param signal when it fires, every wait below ends and no further program is started. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
    this.died = new Promise((resolve) => {
      this.#reportDeath = resolve;
    });
  }

  /** Starts a program that should run for as long as the stack does. */
  keep(backend: string, options: ChildOptions): Child {
    const child = this.#start(backend, options);
    void child.exited.then((code) => {
      if (!this.#stopping) this.#reportDeath(ended(backend, child, code));
    });
    return child;
  }

  /** Runs a program to its end. Throws a BackendError where that is not exit code 0. */
  async run(backend: string, options: ChildOptions): Promise<void> {
    const child = this.#start(backend, options);
    const code = await child.exited;
    this.#signal.throwIfAborted();
    if (code !== 0) throw ended(backend, child, code);
  }

  async untilReady({ backend, child, probe, timeoutMs }: UntilReady): Promise<void> {
    const end = Date.now() + timeoutMs;
    let exitCode: number | undefined;
    void child.exited.then((code) => (exitCode = code));
    for (;;) {
      const cause = await attempt(probe, this.#signal);
      if (cause === undefined) return;
      this.#signal.throwIfAborted();
      if (exitCode !== undefined) throw ended(backend, child, exitCode);
      if (Date.now() > end) {
        const reason = `is not ready after ${timeoutMs / 1000} s (${messageOf(cause)})`;
        throw new BackendError(backend, reason, { logTail: child.logTail(), cause });
      }
      await delay(POLL_MS);
    }
  }

  /** Stops every program that was started; resolves when all of them are gone. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#children.map(({ child }) => child.stop()));
  }

  #start(backend: string, options: ChildOptions): Child {
    this.#signal.throwIfAborted();
    const child = new Child(options);
    this.#children.push({ backend, child });
    return child;
  }
}

async function attempt(probe: UntilReady['probe'], signal: AbortSignal): Promise<unknown> {
  try {
    await probe(AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]));
    return undefined;
  } catch (cause) {
    return cause ?? new Error('no reason given');
  }
}

function ended(backend: string, child: Child, code: number): BackendError {
  return new BackendError(backend, `ended with exit code ${code}`, { logTail: child.logTail() });
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
