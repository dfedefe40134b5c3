import { openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePorts } from '../../../scripts/stack/ports.js';
import { GuardedProgram } from './guarded-program.js';

/** Compiled, this file is dist/test/bench/support/service.js. */
export const QUIRE = join(dirname(fileURLToPath(import.meta.url)), '../../../src/main.js');

const READY_MS = 60_000;
const POLL_MS = 20;
const UNLIMITED = 10 ** 12;
const PLAN = 'bench';

/** What every service of a bench is started with: limits that no run meets, and the log that one has in production. */
export const SETTINGS: Readonly<Record<string, string>> = {
  HOST: '127.0.0.1',
  METRICS_PORT: 'off',
  LOG_LEVEL: 'info',
  PUBLIC_URL: 'https://docs.example',
  PLANS: JSON.stringify({ [PLAN]: { per_minute: UNLIMITED, per_day: UNLIMITED, documents_per_month: UNLIMITED } }),
  DEFAULT_PLAN: PLAN,
  S3_TIMEOUT_MS: '30000',
};

/** As image, systemd unit and `npm start` set it. */
const LIKE_THE_IMAGE = ['--max-semi-space-size=32'];

export type BenchServiceOptions = {
  /** What leads to its place, over the settings above. */
  env: Readonly<Record<string, string>>;
  /** A file to be run instead of `quire serve`. */
  program?: URL;
  /** Its log is appended to this file; undefined: it goes nowhere. */
  logFile?: string | undefined;
  /** A folder that gets a CPU profile of it. */
  profiles?: string | undefined;
};

/** A service in processes of its own, ready for requests. */
export class BenchService {
  readonly url: string;
  readonly #program: GuardedProgram;

  static async start({ env, program, logFile, profiles }: BenchServiceOptions): Promise<BenchService> {
    const [port] = await freePorts(1);
    const running = await GuardedProgram.start({
      args: [
        ...LIKE_THE_IMAGE,
        ...(profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`]),
        ...(program ? [fileURLToPath(program)] : [QUIRE, 'serve']),
      ],
      env: { ...SETTINGS, ...env, PORT: String(port) },
      log: logFile === undefined ? undefined : openSync(logFile, 'a'),
    });
    const url = `http://127.0.0.1:${port}`;
    try {
      await untilReady(`${url}/health/ready`, running);
    } catch (error) {
      await running.stop();
      throw error;
    }
    return new BenchService(url, running);
  }

  private constructor(url: string, program: GuardedProgram) {
    this.url = url;
    this.#program = program;
  }

  /** The root of its processes. */
  get pid(): number {
    return this.#program.pid;
  }

  stop(): Promise<void> {
    return this.#program.stop();
  }
}

/** `url`: answered with 200 as soon as the program is ready. */
export async function untilReady(url: string, program: GuardedProgram): Promise<void> {
  let exitCode: number | undefined;
  void program.exited.then((code) => {
    exitCode = code;
  });
  for (const giveUpAt = performance.now() + READY_MS; performance.now() < giveUpAt; await delay(POLL_MS)) {
    if (exitCode !== undefined) throw new Error(`the service ended with ${exitCode}:\n${program.errors}`);
    if (await isReady(url)) return;
  }
  throw new Error(`the service is not ready after ${READY_MS} ms:\n${program.errors}`);
}

async function isReady(url: string): Promise<boolean> {
  return fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );
}
