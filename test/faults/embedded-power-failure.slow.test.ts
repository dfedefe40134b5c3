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
import { SegmentObjectStore } from '../../src/adapters/segments/segment-object-store.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';
import { rounds } from '../support/rounds.js';
import { NEVER_MS } from '../support/segment-folder.js';
import { RecordedDisk } from './power/disk.js';
import { check } from './power/check.js';
import type { LogOperation, TracedStep, Trace } from './power/trace.js';

const LIFE = fileURLToPath(new URL('power/life.js', import.meta.url));
const MOST_BYTES = 100_000_000;
const SEEDS = [1, 2, 3].slice(0, rounds(1, 3));
const FAILURES = 40;
/** Processes that were killed; the failures are shared among the next ones. */
const KILLS = 8;
/** Of all the lives after a failure, which end by one too. */
const SECOND_FAILURES = 6;
/** Nothing that was not synced, half of it, all of it. */
const CHANCES = [0, 0.5, 1];

type Left = { left: string; operations: TracedStep<LogOperation>[] };

describe('faults: a power failure', function () {
  this.timeout(120_000);
  let base: string;
  let folders = 0;
  before(async () => {
    base = await mkdtemp(join(tmpdir(), 'quire-power-'));
  });
  after(() => rm(base, { recursive: true }));

  const newFolder = () => join(base, String(folders++));
  const emptyFolder = async () => {
    const folder = newFolder();
    await mkdir(folder);
    return folder;
  };

  /** What is left of a life when the power fails at some moment of it, and what it had been told by then. */
  function failure(disk: RecordedDisk, trace: Trace, random: SeededRandom): Left {
    const cut = random.below(trace.steps + 1);
    const left = newFolder();
    disk.apply(trace.changes, cut);
    disk.fail(left, { chance: random.pick(CHANCES), random: () => random.next() });
    return { left, operations: knownAt(trace.operations, cut) };
  }

  for (const seed of SEEDS) {
    it(`loses nothing that was acknowledged, and tears nothing (seed ${seed})`, async () => {
      const random = new SeededRandom(seed);
      const [folder, before] = [await emptyFolder(), await emptyFolder()];
      const trace = await live(folder, seed);
      expect(trace.operations.filter(({ outcome }) => outcome === 'exists')).not.to.be.empty;
      expect(trace.changes.filter(({ kind }) => kind === 'unlink').length, 'emptied segments').to.be.greaterThan(3);
      for (let round = 0; round < FAILURES; round++) await checked(failure(RecordedDisk.of(before), trace, random));
    });

    it(`loses nothing after a process was killed whose last writes are not on the disk yet (seed ${seed})`, async () => {
      const random = new SeededRandom(200 + seed);
      const [folder, before] = [await emptyFolder(), await emptyFolder()];
      const killed = await live(folder, seed);
      for (let kill = 0; kill < KILLS; kill++) {
        const cut = random.below(killed.steps + 1);
        const seen = newFolder();
        const next = await afterKill(cut, seen);
        for (let round = 0; round < FAILURES / KILLS; round++) {
          const disk = RecordedDisk.of(before);
          disk.apply(killed.changes, cut);
          disk.kill(newFolder(), fixed(kill));
          const { left, operations } = failure(disk, next, random);
          await checked({ left, operations: [...knownAt(killed.operations, cut), ...operations] });
        }

        async function afterKill(at: number, to: string): Promise<Trace> {
          const disk = RecordedDisk.of(before);
          disk.apply(killed.changes, at);
          disk.kill(to, fixed(kill));
          return live(to, 50 + seed);
        }
      }
    });

    it(`loses nothing when a second one comes while the service recovers (seed ${seed})`, async () => {
      const random = new SeededRandom(100 + seed);
      const [folder, before] = [await emptyFolder(), await emptyFolder()];
      const trace = await live(folder, seed);
      for (let round = 0; round < SECOND_FAILURES; round++) {
        const first = failure(RecordedDisk.of(before), trace, random);
        const disk = RecordedDisk.of(first.left);
        const after = await live(first.left, 10 * seed + round);
        const second = failure(disk, after, random);
        await checked({ left: second.left, operations: [...first.operations, ...second.operations] });
      }
    });
  }
});

async function checked({ left, operations }: Left): Promise<void> {
  for (let start = 0; start < 2; start++) {
    const store = new SegmentObjectStore(left, { lookAfterMs: NEVER_MS });
    await store.open();
    await check(store, operations);
    await store.close();
  }
  await rm(left, { recursive: true });
}

/** The same each time. */
function fixed(seed: number): () => number {
  const random = new SeededRandom(seed);
  return () => random.next();
}

async function live(folder: string, seed: number): Promise<Trace> {
  const { stdout } = await promisify(execFile)(process.execPath, [LIFE, folder, String(seed)], {
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
