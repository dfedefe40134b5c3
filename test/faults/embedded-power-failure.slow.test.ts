/**
 * Embedded mode on a disk that loses, when the power fails, whatever was not synced: a process is traced, and for many
 * moments of its life a folder is made of what was sure to be on the disk, and of as much of the rest as luck would
 * have it.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { FolderObjectStore } from '../../src/adapters/filesystem/folder-object-store.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';
import { RecordedDisk } from './power/disk.js';
import { judge } from './power/judge.js';
import type { LogOperation, TracedStep, Trace } from './power/trace.js';

const LIFE = fileURLToPath(new URL('power/life.js', import.meta.url));
const MOST_BYTES = 100_000_000;
const SEEDS = [1, 2, 3];
const FAILURES = 40;
/** Of all the lives after a failure, which end by one too. */
const SECOND_FAILURES = 6;
/** Nothing that was not synced, half of it, all of it. */
const CHANCES = [0, 0.5, 1];

describe('faults: the power fails', function () {
  this.timeout(120_000);
  let base: string;
  let folders = 0;
  before(async () => {
    base = await mkdtemp(join(tmpdir(), 'quire-power-'));
  });
  after(() => rm(base, { recursive: true }));

  const newFolder = () => join(base, String(folders++));

  /** What is left of a life when the power fails at some moment of it, and what it had been told by then. */
  function failure(
    disk: RecordedDisk,
    trace: Trace,
    random: SeededRandom,
  ): { left: string; operations: TracedStep<LogOperation>[] } {
    const cut = random.below(trace.steps + 1);
    const left = newFolder();
    disk.apply(trace.changes, cut);
    disk.fail(left, { chance: random.pick(CHANCES), random: () => random.next() });
    return { left, operations: knownAt(trace.operations, cut) };
  }

  for (const seed of SEEDS) {
    it(`and nothing is lost that was acknowledged, nor torn (seed ${seed})`, async () => {
      const random = new SeededRandom(seed);
      const folder = newFolder();
      await mkdir(folder);
      const trace = await live(folder, seed);
      expect(trace.operations.filter(({ outcome }) => outcome === 'exists')).not.to.be.empty;
      for (let round = 0; round < FAILURES; round++) {
        const { left, operations } = failure(RecordedDisk.empty(folder), trace, random);
        await judged(left, operations);
      }
    });

    it(`nor after a process was killed, of which the next one takes over what was not settled (seed ${seed})`, async () => {
      const random = new SeededRandom(200 + seed);
      const folder = newFolder();
      await mkdir(folder);
      const killed = await live(folder, seed);
      const next = await live(folder, 50 + seed);
      for (let round = 0; round < FAILURES; round++) {
        const disk = RecordedDisk.empty(folder);
        disk.apply(killed.changes, killed.steps);
        const { left, operations } = failure(disk, next, random);
        await judged(left, [...killed.operations, ...operations]);
      }
    });

    it(`nor when it fails again while what it took comes back (seed ${seed})`, async () => {
      const random = new SeededRandom(100 + seed);
      const folder = newFolder();
      await mkdir(folder);
      const trace = await live(folder, seed);
      for (let round = 0; round < SECOND_FAILURES; round++) {
        const first = failure(RecordedDisk.empty(folder), trace, random);
        const disk = RecordedDisk.of(first.left);
        const after = await live(first.left, 10 * seed + round);
        const second = failure(disk, after, random);
        await judged(second.left, [...first.operations, ...second.operations]);
      }
    });
  }

  async function judged(left: string, operations: readonly TracedStep<LogOperation>[]): Promise<void> {
    const store = new FolderObjectStore(join(left, 'objects'));
    await judge(store, operations);
    await store.close();
    await judge(new FolderObjectStore(join(left, 'objects')), operations);
    await rm(left, { recursive: true });
  }
});

async function live(folder: string, seed: number): Promise<Trace> {
  const { stdout } = await promisify(execFile)(process.execPath, [LIFE, join(folder, 'objects'), String(seed)], {
    maxBuffer: MOST_BYTES,
  });
  return JSON.parse(stdout, (_, value: unknown) => (value === null ? Infinity : value)) as Trace;
}

/** What the process had begun by then; how that would end it did not know. */
function knownAt(operations: readonly TracedStep<LogOperation>[], cut: number): TracedStep<LogOperation>[] {
  return operations
    .filter(({ began }) => began < cut)
    .map((operation) => {
      const { outcome: _unknown, ...begun } = operation;
      return operation.ended < cut ? operation : { ...begun, ended: Infinity };
    });
}
