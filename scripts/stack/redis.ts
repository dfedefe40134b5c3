import { chmod, mkdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { RunningBackend, StackContext } from './context.js';
import { fetchJars } from './jars.js';
import { BackendError } from './backend-error.js';

const BACKEND = 'Redis';
const TIMEOUT_MS = 20_000;
const PROCESSORS: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64', ia32: '386' };

/** Gives the path of the redis-server for this machine, fetched where it is not there yet. */
export async function fetchRedis(context: StackContext): Promise<string> {
  const folder = await fetchJars(context, {
    backend: BACKEND,
    pom: 'redis.xml',
    goal: 'dependency:unpack-dependencies',
    size: '26 MB',
  });
  const name = `redis-server-7.0.15-${process.platform}-${PROCESSORS[process.arch] ?? process.arch}`;
  const program = join(folder, name);
  if (!existsSync(program)) throw new BackendError(BACKEND, `there is no ${name} for this kind of machine`);
  await chmod(program, 0o755);
  return program;
}

export async function startRedis(context: StackContext, program: string, port: number): Promise<RunningBackend> {
  const cwd = join(context.runFolder, 'redis');
  await mkdir(cwd);
  const child = context.supervisor.keep(BACKEND, {
    program,
    args: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    cwd,
    logFile: join(context.runFolder, 'redis.log'),
  });
  await context.supervisor.untilReady({ backend: BACKEND, child, probe: () => ping(port), timeoutMs: TIMEOUT_MS });
  const url = `redis://127.0.0.1:${port}`;
  return { name: BACKEND, url, env: { REDIS_URL: url } };
}

async function ping(port: number): Promise<void> {
  const client = new Redis({
    port,
    host: '127.0.0.1',
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: 2_000,
    commandTimeout: 2_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
  } finally {
    client.disconnect();
  }
}
