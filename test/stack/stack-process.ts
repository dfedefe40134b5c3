import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findJava } from '../../scripts/stack/jdk.js';
import { projectRoot } from '../../scripts/stack/project-root.js';

const POLL_MS = 50;
const run = promisify(execFile);

/** A folder for one stack, whose jars are those of the project. Its name is in the command line of every backend. */
export async function stackFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-stack-'));
  const jars = join(projectRoot(), '.stack/lib');
  await mkdir(jars, { recursive: true });
  await symlink(jars, join(folder, 'lib'));
  return folder;
}

/** Tells whether this machine can run the stack; where it cannot, CI fails and others skip. */
export async function canRunStack(): Promise<boolean> {
  return (
    process.env.CI === 'true' ||
    findJava().then(
      () => true,
      () => false,
    )
  );
}

/** The command itself, as a process of its own. */
export class StackProcess {
  stdout = '';
  stderr = '';
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;

  constructor(args: readonly string[]) {
    this.#child = spawn(process.execPath, [entry(), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.#exited = once(this.#child, 'close');
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Resolves with the exit code, null where a signal ended it. */
  async exitCode(): Promise<number | null> {
    await this.#exited;
    return this.#child.exitCode;
  }

  /** Resolves when the condition holds; throws with what was printed when the process ends before. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) throw new Error(this.stderr);
      await delay(POLL_MS);
    }
  }
}

/** Numbers of the processes that have `text` in their command line. */
export async function processesWith(text: string): Promise<number[]> {
  const { stdout } = await run('ps', ['-eo', 'pid=,args=', '-ww'], { maxBuffer: 16 * 1024 * 1024 });
  return stdout
    .split('\n')
    .filter((line) => line.includes(text))
    .map((line) => Number.parseInt(line, 10));
}

/** Resolves when nothing that a stack in `folder` has started is left, and removes the folder. */
export async function untilGone(folder: string): Promise<void> {
  while ((await processesWith(folder)).length > 0) await delay(POLL_MS);
  await rm(folder, { recursive: true });
}

/** What the runs of a stack in `folder` have left there. */
export async function leftovers(folder: string): Promise<string[]> {
  return readdir(join(folder, 'runs'));
}

function entry(): string {
  const compiled = fileURLToPath(new URL('../../scripts/stack/main.js', import.meta.url));
  return existsSync(compiled) ? compiled : compiled.replace(/\.js$/, '.ts');
}
