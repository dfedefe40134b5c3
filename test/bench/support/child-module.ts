import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ChildReply } from './answer-parent.js';

const LONGEST_MS = 1_800_000;

/** A module of this folder in a process of its own, that does what it is asked by `answerParent`. */
export class ChildModule {
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #name: string;

  /** `module`: of the compiled file. */
  constructor(module: URL, env: Readonly<Record<string, string>> = {}) {
    this.#name = module.pathname.split('/').at(-1) ?? '';
    this.#child = fork(fileURLToPath(module), {
      env: { PATH: process.env['PATH'], AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true', ...env },
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    this.pid = this.#child.pid as number;
  }

  /** One at a time. Raises what the child raised, or that it ended. */
  async ask<Value>(message: unknown): Promise<Value> {
    const settled = new AbortController();
    const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(LONGEST_MS)]);
    const replied = once(this.#child, 'message', { signal }) as Promise<[ChildReply]>;
    const ended = once(this.#child, 'exit', { signal }).then(([code]): never => {
      throw new Error(`${this.#name} ended with ${String(code)}`);
    });
    // Whichever does not come first has nobody who waits for it.
    for (const outcome of [replied, ended]) outcome.catch(() => undefined);
    try {
      this.#child.send(message as object);
      const [reply] = await Promise.race([replied, ended]);
      if ('error' in reply) throw new Error(`${this.#name}: ${reply.error}`);
      return reply.value as Value;
    } finally {
      settled.abort();
    }
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    if (this.#child.connected) this.#child.disconnect();
    await exited;
  }
}
