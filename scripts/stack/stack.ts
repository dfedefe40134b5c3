import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { RunningBackend, StackContext } from './context.js';
import { findJava } from './jdk.js';
import { fetchOpenSearch, startOpenSearch } from './opensearch.js';
import { BackendError } from './backend-error.js';
import { assertFree, freePorts } from './ports.js';
import { projectRoot } from './project-root.js';
import { fetchRedis, startRedis } from './redis.js';
import { freshFolder } from './run-folder.js';
import { fetchS3Proxy, startS3Proxy } from './s3proxy.js';
import { Supervisor } from './supervisor.js';

export interface StackOptions {
  /** Holds everything that the stack writes; `.stack` in the project by default. */
  readonly dir?: string | undefined;
  /** Free ports are taken where none are given. */
  readonly opensearchPort?: number | undefined;
  readonly s3Port?: number | undefined;
  readonly redisPort?: number | undefined;
  /** OpenSearch's, as Java's `-Xmx` takes it; `1g` by default. */
  readonly heap?: string | undefined;
  /** Of OpenSearch, all in one process; 1 by default. */
  readonly nodes?: number | undefined;
  /** Gets one plain line for each thing that the stack does. */
  readonly note?: ((line: string) => void) | undefined;
  /** Gives up a start that is under way. */
  readonly signal?: AbortSignal | undefined;
}

export interface Stack {
  /** The variables that lead the service to the backends. */
  readonly env: Readonly<Record<string, string>>;
  /** Resolves when a backend ends without having been asked to; the others still run then. */
  readonly died: Promise<BackendError>;
  /** Ends every backend and removes what this run has written. */
  stop(): Promise<void>;
}

interface Ports {
  readonly opensearch: number;
  readonly s3: number;
  readonly redis: number;
}

/**
 * Starts OpenSearch, S3Proxy with its bucket made, and Redis on loopback; resolves when all of them answer.
 * Throws a BackendError, with everything stopped again, where one of them cannot be started.
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const dir = resolve(options.dir ?? join(projectRoot(), '.stack'));
  const giveUp = new AbortController();
  const signals = options.signal === undefined ? [giveUp.signal] : [giveUp.signal, options.signal];
  const supervisor = new Supervisor(AbortSignal.any(signals));
  const runFolder = await freshFolder(join(dir, 'runs'));
  const stop = async (): Promise<void> => {
    await supervisor.stop();
    await rm(runFolder, { recursive: true, force: true });
  };
  try {
    const ports = await choosePorts(options);
    const java = await findJava();
    const note = options.note ?? ((): void => undefined);
    const context = { supervisor, libFolder: join(dir, 'lib'), runFolder, java, note };
    const backends = await Promise.race([startBackends(context, ports, options), deathOf(supervisor)]);
    return { env: Object.fromEntries(backends.flatMap(({ env }) => Object.entries(env))), died: supervisor.died, stop };
  } catch (error) {
    giveUp.abort();
    await stop();
    throw error;
  }
}

async function startBackends(context: StackContext, ports: Ports, options: StackOptions): Promise<RunningBackend[]> {
  const redis = await fetchRedis(context);
  const s3proxy = await fetchS3Proxy(context);
  const opensearch = await fetchOpenSearch(context);
  const { heap = '1g', nodes = 1 } = options;
  return Promise.all(
    [
      startOpenSearch(context, { jars: opensearch, port: ports.opensearch, heap, nodes }),
      startS3Proxy(context, s3proxy, ports.s3),
      startRedis(context, redis, ports.redis),
    ].map((starting) => noteReady(context, starting)),
  );
}

async function deathOf(supervisor: Supervisor): Promise<never> {
  throw await supervisor.died;
}

async function noteReady(context: StackContext, starting: Promise<RunningBackend>): Promise<RunningBackend> {
  const started = Date.now();
  const backend = await starting;
  context.note(`${backend.name}: ready after ${((Date.now() - started) / 1000).toFixed(1)} s at ${backend.url}`);
  return backend;
}

async function choosePorts(options: StackOptions): Promise<Ports> {
  await assertGiven('OpenSearch', options.opensearchPort);
  await assertGiven('S3Proxy', options.s3Port);
  await assertGiven('Redis', options.redisPort);
  const [opensearch = 0, s3 = 0, redis = 0] = await freePorts(3);
  return {
    opensearch: options.opensearchPort ?? opensearch,
    s3: options.s3Port ?? s3,
    redis: options.redisPort ?? redis,
  };
}

async function assertGiven(backend: string, port: number | undefined): Promise<void> {
  if (port === undefined) return;
  await assertFree(port).catch((cause: unknown) => {
    throw new BackendError(backend, (cause as Error).message, { cause });
  });
}
