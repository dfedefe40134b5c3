import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.js';

const TAIL_LINES = 25;
/** Longer than the guard's own grace, which ends in a kill of the whole group. */
const STOP_TIMEOUT_MS = 8_000;

export interface ChildOptions {
  readonly program: string;
  readonly args: readonly string[];
  /** Where the program runs. */
  readonly cwd: string;
  /** Everything that it prints goes here, appended. */
  readonly logFile: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A program under its guard. `exited` resolves, never rejects, with the exit code when it has ended. */
export class Child {
  readonly exited: Promise<number>;
  readonly #guard: ChildProcess;
  readonly #logFile: string;

  constructor(options: ChildOptions) {
    this.#logFile = options.logFile;
    const log = openSync(options.logFile, 'a');
    const guard = join(projectRoot(), 'scripts/stack/guard.mjs');
    this.#guard = spawn(process.execPath, [guard, options.program, ...options.args], {
      cwd: options.cwd,
      detached: true,
      env: { ...process.env, NODE_OPTIONS: '', ...options.env },
      stdio: ['pipe', log, log],
    });
    closeSync(log);
    this.#guard.stdin?.on('error', () => undefined);
    this.exited = new Promise((resolve) => {
      this.#guard.once('error', () => resolve(127));
      this.#guard.once('exit', (code) => {
        this.#killGroup();
        resolve(code ?? 1);
      });
    });
  }

  /** The last lines that the program has printed. */
  logTail(): string {
    return readFileSync(this.#logFile, 'utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
  }

  /** Ends the program, politely first; resolves when it is gone. */
  async stop(): Promise<void> {
    this.#guard.stdin?.end();
    const timer = setTimeout(() => this.#killGroup(), STOP_TIMEOUT_MS);
    await this.exited;
    clearTimeout(timer);
  }

  #killGroup(): void {
    if (this.#guard.pid === undefined) return;
    try {
      process.kill(-this.#guard.pid, 'SIGKILL');
    } catch {
      // No such group: everything in it has ended.
    }
  }
}
