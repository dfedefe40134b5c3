import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

/** Compiled, this file is dist/test/cli/quire.js. */
export const MAIN = join(dirname(fileURLToPath(import.meta.url)), '../../src/main.js');

export type EndedCommand = { code: number | null; stdout: string; stderr: string };

export type PrintedKey = {
  key: string;
  id: string;
  owner: string;
  roles: string[];
  label: string | null;
  created: string;
  expires: string | null;
  retires: string | null;
  revoked: string | null;
};

/** The `quire` command in a process of its own, until it ends. */
export async function quire(env: Record<string, string>, ...args: string[]): Promise<EndedCommand> {
  return startQuire(env, ...args).ended;
}

export type Running = {
  pid: number;
  stdout: Readable;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when standard error matches. */
  says(pattern: RegExp): Promise<void>;
  ended: Promise<EndedCommand>;
};

export function startQuire(env: Record<string, string>, ...args: string[]): Running {
  return startReading('', env, args);
}

/** With `input` as its standard input. */
export function startReading(input: string, env: Record<string, string>, args: readonly string[]): Running {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { PATH: process.env['PATH'], ...env } });
  // It may end without having read all.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const outputs = Promise.all([
    // `text` takes a byte order mark off.
    buffer(child.stdout).then(String),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return {
    pid: child.pid as number,
    stdout: child.stdout,
    says: (pattern) =>
      new Promise((resolve) => {
        let said = '';
        child.stderr.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          if (pattern.test(said)) resolve();
        });
      }),
    kill: (signal) => {
      child.kill(signal);
    },
    ended: outputs.then(([stdout, stderr, [code]]) => ({ code, stdout, stderr })),
  };
}

/** The JSON lines of a command that must succeed. */
export async function quireJson<T>(env: Record<string, string>, ...args: string[]): Promise<T[]> {
  const { code, stdout, stderr } = await quire(env, ...args, '--json');
  expect(code, stderr).to.equal(0);
  return stdout
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

export async function createKey(env: Record<string, string>, ...args: string[]): Promise<PrintedKey> {
  const [key] = await quireJson<PrintedKey>(env, 'keys', 'create', ...args);
  if (!key) throw new Error('no key was printed');
  return key;
}

/** What a command that must fail says: one line, or a few for many faults, and never a stack. */
export async function quireFault(env: Record<string, string>, ...args: string[]): Promise<string> {
  return failure(await quire(env, ...args), 1);
}

/** The same of a command that is called in a wrong way. */
export async function quireMisuse(env: Record<string, string>, ...args: string[]): Promise<string> {
  return failure(await quire(env, ...args), 2);
}

function failure({ code, stdout, stderr }: EndedCommand, expected: number): string {
  expect(code, stderr).to.equal(expected);
  expect(stdout).to.equal('');
  expect(stderr)
    .not.to.equal('')
    .and.not.to.match(/^ +at |node_modules/m);
  return stderr;
}
