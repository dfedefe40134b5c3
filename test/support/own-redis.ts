import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Child } from '../../scripts/stack/child.js';
import { freePorts } from '../../scripts/stack/ports.js';
import { projectRoot } from '../../scripts/stack/project-root.js';
import { fetchRedis } from '../../scripts/stack/redis.js';
import { Supervisor } from '../../scripts/stack/supervisor.js';

/** A Redis that belongs to one suite, so that it can be frozen, killed, emptied and started again. */
export class OwnRedis {
  readonly port: number;
  readonly #program: string;
  readonly #folder: string;
  #child: Child;
  #client: Redis;
  #pid: number;

  /** Raises an error where this machine has no program to run. */
  static async start(): Promise<OwnRedis> {
    const folder = await mkdtemp(join(tmpdir(), 'quire-redis-'));
    const program = await fetchRedis({
      supervisor: new Supervisor(new AbortController().signal),
      libFolder: join(projectRoot(), '.stack/lib'),
      runFolder: folder,
      java: 'java',
      note: () => undefined,
    });
    const [port = 0] = await freePorts(1);
    const redis = new OwnRedis(program, folder, port);
    await redis.#ready();
    return redis;
  }

  private constructor(program: string, folder: string, port: number) {
    this.#program = program;
    this.#folder = folder;
    this.port = port;
    this.#pid = 0;
    this.#child = this.#spawn();
    this.#client = this.#connect();
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Of a client of its own, which a fault does not stand in the way of. */
  call(command: string, ...args: string[]): Promise<unknown> {
    return this.#client.call(command, ...args);
  }

  /** It takes connections, as its machine does that for it, and says nothing. */
  freeze(): void {
    process.kill(this.#pid, 'SIGSTOP');
  }

  thaw(): void {
    process.kill(this.#pid, 'SIGCONT');
  }

  async kill(): Promise<void> {
    this.#client.disconnect();
    process.kill(this.#pid, 'SIGKILL');
    await this.#child.exited;
  }

  /** After a kill: with what the last SAVE left, if there was one. */
  async restart(): Promise<void> {
    this.#child = this.#spawn();
    this.#client = this.#connect();
    await this.#ready();
  }

  /** After a kill: it will come back empty. */
  discardSnapshot(): Promise<void> {
    return rm(join(this.#folder, 'dump.rdb'), { force: true });
  }

  async stop(): Promise<void> {
    this.#client.disconnect();
    await this.#child.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #spawn(): Child {
    return new Child({
      program: this.#program,
      args: ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      cwd: this.#folder,
      logFile: join(this.#folder, 'redis.log'),
    });
  }

  #connect(): Redis {
    const client = new Redis({ port: this.port, host: '127.0.0.1', retryStrategy: () => 50 });
    client.on('error', () => undefined);
    return client;
  }

  async #ready(): Promise<void> {
    const died = this.#child.exited.then((code) => {
      throw new Error(`redis-server ended with ${code}: ${this.#child.logTail()}`);
    });
    await Promise.race([
      died,
      new Promise((resolve) => {
        this.#client.once('ready', resolve);
      }),
    ]);
    died.catch(() => undefined);
    const [, pid] = /process_id:(\d+)/.exec(await this.#client.info('server')) ?? [];
    this.#pid = Number(pid);
  }
}
