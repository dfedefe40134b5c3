import { expect } from 'chai';
import { describeModes, type TestStorage } from '../support/modes.js';
import { expectIndexEqualsLog } from './equals-log.js';
import { DiedError, Stepping } from './stepping.js';
import { SILENT, reindexHarnessOf, type ReindexHarness } from './reindex-harness.js';

const MOST_CALLS = 2_000;

/** `strides`: every so many calls one at which it happens. OpenSearch takes its time with indices. */
export function describeRebuildCrashes(strides: Readonly<Record<TestStorage['mode'], number>>): void {
  describeModes('a rebuild that ends at any of its steps', (makeStorage) => endsAtSteps(makeStorage, strides));
}

function endsAtSteps(
  makeStorage: () => Promise<TestStorage>,
  strides: Readonly<Record<TestStorage['mode'], number>>,
): void {
  const getHarness = reindexHarnessOf(makeStorage);
  const getStride = () => strides[getHarness().service.storage.mode];

  for (const how of ['before', 'after'] as const) {
    it(`can be run again when it died right ${how} one, while everybody goes on`, async function () {
      this.timeout(300_000);
      const [harness, stride] = [getHarness(), getStride()];
      let died = 0;
      for (let at = how === 'before' ? 1 : Math.ceil(stride / 2); at < MOST_CALLS; at += stride) {
        const completed = await harness.atWork(async () => {
          const stepping = new Stepping({ at, how });
          const fate = await harness.reindex({ stepping, timing: SILENT }).catch((error: unknown) => error);
          if (!(fate instanceof Error)) return true;
          expect(fate, stepping.calls.join()).to.be.instanceOf(DiedError);
          const { index } = await harness.reindex();
          expect(await indexOf(harness)).to.equal(index);
          return false;
        });
        if (completed) break;
        died++;
      }
      await harness.verify();
      await expectIndexEqualsLog(harness.backends);
      expect(died).to.be.greaterThan(40 / stride);
    });
  }

  it('does no harm when it was only slow, and comes back after another was done', async function () {
    this.timeout(300_000);
    const [harness, stride] = [getHarness(), getStride()];
    let held = 0;
    for (let at = 3; at < MOST_CALLS; at += stride) {
      const stepping = new Stepping({ at, how: 'held' });
      const completed = await harness.atWork(async () => {
        const slow = harness.reindex({ stepping, timing: SILENT }).catch((error: unknown) => error);
        if ((await Promise.race([slow.then(() => 'ended'), stepping.reached])) === 'ended') return true;
        const { index } = await harness.reindex();
        stepping.release();
        await slow;
        expect(await indexOf(harness), stepping.calls.join()).to.equal(index);
        return false;
      });
      expect(await harness.backends.admin.isBlocked(await indexOf(harness)), stepping.calls.join()).to.equal(false);
      if (completed) break;
      held++;
    }
    await harness.verify();
    expect(held).to.be.greaterThan(40 / stride);
  });

  it('does no harm when it was only slow, and comes back in the middle of another', async function () {
    this.timeout(300_000);
    const [harness, stride] = [getHarness(), getStride()];
    for (let at = 4; at < 100; at += 4 * stride) {
      for (const after of [15, 45]) {
        const slowly = new Stepping({ at, how: 'held' });
        const other = new Stepping({ at: after, how: 'held' });
        await harness.atWork(async () => {
          const slow = harness.reindex({ stepping: slowly, timing: SILENT }).catch((error: unknown) => error);
          await Promise.race([slow, slowly.reached]);
          const second = harness.reindex({ stepping: other }).catch((error: unknown) => error);
          await Promise.race([second, other.reached]);
          slowly.release();
          await slow;
          other.release();
          await second;
        });
        await harness.atWork(() => harness.reindex());
      }
    }
    await harness.verify();
  });
}

async function indexOf({ backends }: ReindexHarness): Promise<string> {
  return (await backends.admin.current())?.name ?? 'none';
}
