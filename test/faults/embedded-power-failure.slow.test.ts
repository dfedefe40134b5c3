// Slow: runs processes under strace, and opens hundreds of folders as power failures would leave them.
/**
 * Embedded mode on a disk that loses, when the power fails, what was not synced: the system calls of processes are
 * traced, and for many moments a folder is made of what was sure to be on the disk, and of as much of the rest as luck
 * would have it. The shared memory beside a database is left away.
 */
import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { logFile } from '../../src/adapters/sqlite/files/log-file.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';
import { rounds } from '../support/rounds.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import type { Deed, TracedDeed } from './power/deeds.js';
import { faultsOf, type Fault } from './power/faults-of.js';
import { RecordedDisk } from './power/recorded-disk.js';
import { traced, whyNotTraced, type Step } from './power/system-calls.js';
import { restartsOf, withoutCommits } from './power/write-ahead-logs.js';

const LIFE = fileURLToPath(new URL('power/life.js', import.meta.url));
/** Arguments of each life. The next one goes on with its files. In the second one log.db-wal begins again. */
const LIVES = ['0 40 killed', '1 135 closed', '2 25 closed'];
const FAILURES = rounds(240, 1_000);
const FAILURES_OF_CONTROL = 40;
const MOST_SHOWN = 10;
/** Nothing that was not synced, half of it, all of it. */
const CHANCES = [0, 0.5, 1];

describe('faults: a power failure of the embedded mode', function () {
  this.timeout(300_000);
  const base = temporaryFolder();
  const folder = join(base, 'data');
  let steps: Step[];
  let deeds: TracedDeed[];

  before(async function () {
    const reason = whyNotTraced();
    if (reason !== undefined) {
      if (process.env['CI'] === 'true') throw new Error(`strace is needed: ${reason}`);
      process.stderr.write(`power failures: no system calls can be traced, so their tests are skipped (${reason})\n`);
      return this.skip();
    }
    steps = [];
    for (const life of LIVES) steps.push(...(await traced(base, [LIFE, folder, ...life.split(' ')])));
    deeds = deedsIn(steps);
  });

  it('is tried with all that matters', () => {
    const outcomes = new Set(deeds.map(({ kind, outcome }) => `${kind}: ${outcome}`));
    expect([...outcomes].sort()).to.deep.equal([
      'create: created',
      'create: exists',
      'head: written',
      'install: undefined',
      'put: undefined',
      'remove: undefined',
    ]);
    expect(deeds.length).to.be.greaterThan(3_000);
    expect(restartsOf(logFile(folder) + '-wal', steps)).to.be.greaterThan(0);
  });

  it('loses nothing that was acknowledged, and damages nothing', async () => {
    const faults = await failures(steps, { count: FAILURES, seed: 1 });
    expect(faults.slice(0, MOST_SHOWN)).to.deep.equal([]);
  });

  it('would lose what was acknowledged, and damage nothing, with synchronous=NORMAL', async () => {
    const faults = await failures(withoutCommits(steps), { count: FAILURES_OF_CONTROL, seed: 2 });
    expect(faults.filter(({ kind }) => kind === 'wrong').slice(0, MOST_SHOWN)).to.deep.equal([]);
    expect(faults.length).to.be.greaterThan(FAILURES_OF_CONTROL);
  });

  async function failures(all: readonly Step[], { count, seed }: { count: number; seed: number }): Promise<Fault[]> {
    const random = new SeededRandom(seed);
    const cuts = cutsOf(all, random, count);
    const disk = new RecordedDisk(base);
    const known = deedsIn(all);
    const faults: Fault[] = [];
    let next = 0;
    for (const [failure, cut] of cuts.entries()) {
      for (; next < cut; next++) disk.apply(all[next] as Step);
      const left = join(base, `left-${seed}-${failure}`);
      disk.fail(left, { chance: random.pick(CHANCES), random: () => random.next() });
      const found = await faultsOf(join(left, 'data'), knownAt(known, cut));
      faults.push(...found.map(({ kind, what }) => ({ kind, what: `${what} (step ${cut})` })));
    }
    return faults;
  }
});

/** At any step, at any sync, and at any change of names or lengths, which are few. */
function cutsOf(steps: readonly Step[], random: SeededRandom, count: number): number[] {
  const all = [...steps.keys()];
  const syncs = all.filter((at) => steps[at]?.change.kind === 'sync');
  const others = all.filter((at) => !['write', 'say', 'sync'].includes(steps[at]?.change.kind as string));
  const cuts = Array.from({ length: count }, () => random.pick(random.pick([all, syncs, others])) + random.below(2));
  return cuts.sort((a, b) => a - b);
}

function deedsIn(steps: readonly Step[]): TracedDeed[] {
  const deeds = new Map<string, TracedDeed>();
  for (const [at, { change, isEnd }] of steps.entries()) {
    if (change.kind !== 'say' || isEnd) continue;
    const [, verb, number = '', ...rest] = /^(began|ended) (\d+) (\S+) ?(\S*)\n$/.exec(change.line) ?? [];
    const [first = '', key = ''] = rest;
    if (verb === 'began') {
      deeds.set(number, { number: Number(number), kind: first as Deed['kind'], key, began: at, ended: Infinity });
    } else Object.assign(deeds.get(number) as TracedDeed, { ended: at, outcome: first });
  }
  return [...deeds.values()];
}

/** What was begun by then. How it would end nobody knew. */
function knownAt(deeds: readonly TracedDeed[], cut: number): TracedDeed[] {
  return deeds
    .filter(({ began }) => began < cut)
    .map(({ outcome, ...deed }) =>
      deed.ended < cut ? { ...deed, outcome: String(outcome) } : { ...deed, ended: Infinity },
    );
}
