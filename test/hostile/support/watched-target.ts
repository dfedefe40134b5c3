import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestStorage } from '../../support/modes.js';
import { until } from '../../support/until.js';
import { HostileTarget, type TargetOptions } from './target.js';

const INSTRUMENT = new URL('stretches.js', import.meta.url).href;
const SCHEDSTAT = '/proc/self/schedstat';
const NOTE = `!!! NO ${SCHEDSTAT}: STRETCHES OF THE MAIN THREAD ARE NOT MEASURED !!!\n`;

/** A suite that measures stretches. It needs Linux: elsewhere one line says that it is skipped, and in CI it fails. */
export function describeStretches(title: string, body: () => void): void {
  describe(title, () => {
    before(function () {
      if (existsSync(SCHEDSTAT)) return;
      if (process.env['CI'] === 'true') throw new Error(NOTE);
      process.stderr.write(NOTE);
      this.skip();
    });
    // Hooks of the suite itself would run even where it is skipped.
    describe('by the CPU time of the main thread', body);
  });
}

/** A service whose main thread is watched (see `stretches.ts`). */
export class WatchedTarget {
  readonly target: HostileTarget;
  readonly #folder: string;

  static async start(
    storage: TestStorage,
    { settings = {}, preload = [], ...options }: WatchOptions = {},
  ): Promise<WatchedTarget> {
    const folder = await mkdtemp(join(tmpdir(), 'quire-stretches-'));
    const env = { ...settings, STRETCHES_FILE: join(folder, 'stretches') };
    const target = await HostileTarget.start(storage, { ...options, settings: env, preload: [INSTRUMENT, ...preload] });
    const watched = new WatchedTarget(target, folder);
    if (watched.#read().length === 0) throw new Error('the service does not report its stretches');
    return watched;
  }

  private constructor(target: HostileTarget, folder: string) {
    this.target = target;
    this.#folder = folder;
  }

  /**
   * The longest stretch in milliseconds, 0 where none is long enough to be written. A stretch that answers a request is
   * written in the next turn, and the probe is answered in that turn or later. The garbage of what was made before is
   * collected first: the work has to answer for its own alone.
   */
  async longestDuring(work: () => Promise<unknown>): Promise<number> {
    await this.#collect();
    const from = this.#read().length;
    await work();
    await this.target.probe();
    return Math.max(0, ...this.#read().slice(from));
  }

  async dispose(): Promise<void> {
    await this.target.dispose();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #collect(): Promise<void> {
    await this.target.probe();
    const before = this.#read().length;
    process.kill(this.target.pid, 'SIGWINCH');
    await until(async () => this.#read().slice(before).includes(0));
  }

  #read(): number[] {
    const text = readFileSync(join(this.#folder, 'stretches'), 'utf8');
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => Number(line.split(' ')[1]));
  }
}

export type WatchOptions = TargetOptions;
