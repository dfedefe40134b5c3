import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findProgram } from '../../../scripts/find-program.js';
import { freePorts } from '../../../scripts/stack/ports.js';
import { projectRoot } from '../../../scripts/stack/project-root.js';
import { freshFolder } from '../../../scripts/stack/run-folder.js';
import type { Bench } from '../bench.js';
import { GuardedProgram } from './guarded-program.js';
import { untilReady } from './service.js';

const SOURCES = ['main.go', 'go.mod', 'go.sum'];
const BUILD_MS = 900_000;

/** `FULL` syncs before each answer, as Quire does. `NORMAL` is what PocketBase has where nothing else is said. */
export type Synchronous = 'FULL' | 'NORMAL';

export type PocketBase = { url: string; pid: number; stop(): Promise<void> };

/**
 * Gives the path of the program, built where it is not there yet; undefined: there is no Go. Its name carries the hash
 * of its sources, and it gets that name in one rename when it is whole.
 */
export async function buildPocketBase(bench: Bench): Promise<string | undefined> {
  const sources = join(projectRoot(), 'test/bench/references/pocketbase');
  const hash = createHash('sha256');
  for (const name of SOURCES) hash.update(await readFile(join(sources, name)));
  const place = join(projectRoot(), '.stack/pocketbase');
  const program = join(place, `pocketbase-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(program)) return program;
  const go = findProgram(['go']);
  if (go === undefined) return undefined;
  const temporary = await freshFolder(join(place, 'incomplete'));
  try {
    bench.progress.note('PocketBase: building it with Go, some minutes, only this once');
    const built = join(temporary, 'pocketbase');
    await runGo(bench, go, ['-C', sources, 'build', '-o', built, '.']);
    await rename(built, program);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return program;
}

async function runGo(bench: Bench, program: string, args: readonly string[]): Promise<void> {
  const env = { ...(process.env as Record<string, string>), CGO_ENABLED: '0' };
  const building = await GuardedProgram.start({ program, args, env });
  const stop = bench.atEnd(() => building.stop());
  const code = await Promise.race([building.exited, delay(BUILD_MS, 'its deadline', { ref: false })]);
  await stop();
  if (code !== 0) throw new Error(`the build of PocketBase ended with ${code}:\n${building.errors}`);
}

/** With no documents, ready for requests; stopped in the end, if not earlier. */
export async function servePocketBase(bench: Bench, program: string, synchronous: Synchronous): Promise<PocketBase> {
  const { DATA_DIR: folder = '' } = await bench.emptyFolder();
  const [port] = await freePorts(1);
  const args = ['serve', '--http', `127.0.0.1:${port}`, '--dir', folder];
  const running = await GuardedProgram.start({ program, args, env: { SYNCHRONOUS: synchronous } });
  const stop = bench.atEnd(() => running.stop());
  const url = `http://127.0.0.1:${port}`;
  await untilReady(`${url}/api/health`, running);
  return { url, pid: running.pid, stop };
}
