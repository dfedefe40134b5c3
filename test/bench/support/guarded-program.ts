import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from '../../../scripts/stack/project-root.js';
import { processTree } from './process-tree.js';

const KEPT_LINES = 50;
const START_MS = 10_000;
const POLL_MS = 5;

export type ProgramOptions = {
  /** Node unless given. */
  program?: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** A file descriptor for its standard output; undefined: nobody reads it. */
  log?: number | undefined;
  /** Hears each line of standard output, instead of the log. */
  onLine?: (line: string) => void;
  onErrorLine?: (line: string) => void;
};

/** A program in a process of its own, which ends with this process however that one ends, `kill -9` included. */
export class GuardedProgram {
  /** Of the program, not of its guard. */
  readonly pid: number;
  readonly #guard: ChildProcess;
  readonly #exited: Promise<number>;
  readonly #errors: string[];

  static async start(options: ProgramOptions): Promise<GuardedProgram> {
    const { program = process.execPath, args, env, log, onLine } = options;
    const guard = spawn(process.execPath, [join(projectRoot(), 'scripts/stack/guard.mjs'), program, ...args], {
      env: { PATH: process.env['PATH'], AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true', ...env },
      stdio: ['pipe', onLine ? 'pipe' : (log ?? 'ignore'), 'pipe'],
      detached: true,
    });
    const exited = once(guard, 'exit').then(([code]) => Number(code ?? 1));
    const errors: string[] = [];
    readLines(guard.stderr, (line) => {
      options.onErrorLine?.(line);
      if (errors.push(line) > KEPT_LINES) errors.shift();
    });
    readLines(guard.stdout, onLine);
    return new GuardedProgram(guard, { pid: await childOf(guard), exited, errors });
  }

  private constructor(guard: ChildProcess, of: { pid: number; exited: Promise<number>; errors: string[] }) {
    this.#guard = guard;
    this.pid = of.pid;
    this.#exited = of.exited;
    this.#errors = of.errors;
  }

  /** Resolves with the exit code. */
  get exited(): Promise<number> {
    return this.#exited;
  }

  /** The end of what it said on standard error. */
  get errors(): string {
    return this.#errors.join('\n');
  }

  async stop(): Promise<void> {
    this.#guard.stdin?.end();
    await this.#exited;
  }
}

function readLines(stream: Readable | null, onLine: ((line: string) => void) | undefined): void {
  if (stream && onLine) createInterface({ input: stream }).on('line', onLine);
}

async function childOf(guard: ChildProcess): Promise<number> {
  for (const giveUpAt = performance.now() + START_MS; performance.now() < giveUpAt; await delay(POLL_MS)) {
    const [, child] = processTree(guard.pid as number);
    if (child !== undefined) return child;
  }
  throw new Error('a program could not be started');
}
