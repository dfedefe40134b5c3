import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Compiled, this file is dist/test/support/service-process.js. */
const MAIN = join(dirname(fileURLToPath(import.meta.url)), '../../src/main.js');

const READY_MS = 30_000;

export type ServiceProcess = {
  url: string;
  pid: number;
  /** Every line of its log so far. */
  lines: string[];
  /** Its exit code, when it has ended with every process that it has started. */
  ended: Promise<number | null>;
  /** SIGTERM, and its exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
};

export type ServiceOptions = {
  /** Options of `quire serve`. */
  args?: readonly string[];
  /** In a process group of its own, as a shell starts it. */
  detached?: boolean;
  /** Options of Node itself. */
  nodeOptions?: readonly string[];
  /** So many descriptors at most, as `ulimit -n` sets it. */
  openFiles?: number;
};

/**
 * A service in a process of its own, listening, and prepared where its backends are there for sure. Raises what it said
 * when it ends before that.
 */
export async function startServiceProcess(
  env: Record<string, string>,
  options: ServiceOptions = {},
): Promise<ServiceProcess> {
  const [program, ...rest] = commandOf(options) as [string, ...string[]];
  const child = spawn(program, rest, {
    env: { PATH: process.env['PATH'], ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: options.detached ?? false,
  });
  const lines: string[] = [];
  // Its children hold its standard error, so that it closes with the last of them.
  const closed = (once(child, 'close') as Promise<[number | null]>).then(([code]) => code);
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
  const listening = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const url = listeningUrl(line);
      if (url !== undefined) resolve(url);
    });
  });
  const failed = closed.then((code) => {
    throw new Error(`the service ended with ${code} before it listened:\n${lines.join('\n')}`);
  });
  failed.catch(() => undefined);
  const url = await Promise.race([listening, failed]);
  if (env['MODE'] === 'cluster') await Promise.race([untilReady(url), failed]);
  return {
    url,
    lines,
    pid: child.pid as number,
    ended: closed,
    stop: () => {
      child.kill('SIGTERM');
      return closed;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

/** The shell becomes the program, so that the process is the same. */
function commandOf({ args = [], nodeOptions = [], openFiles }: ServiceOptions): string[] {
  const command = [process.execPath, ...nodeOptions, MAIN, 'serve', ...args];
  return openFiles === undefined ? command : ['sh', '-c', 'ulimit -n "$0" && exec "$@"', String(openFiles), ...command];
}

/** The first index of a prefix can take a busy machine longer than a service waits before it listens. */
async function untilReady(url: string): Promise<void> {
  const giveUpAt = performance.now() + READY_MS;
  while (performance.now() < giveUpAt) {
    if ((await fetch(`${url}/health/ready`)).ok) return;
    await delay(20);
  }
  throw new Error(`the service is not ready after ${READY_MS} ms`);
}

function listeningUrl(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  const { msg, url } = JSON.parse(line) as { msg?: string; url?: string };
  return msg === 'listening' ? url : undefined;
}
