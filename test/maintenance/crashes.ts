import { expect } from 'chai';
import { describeModes, type Place } from '../support/modes.js';
import { DiedError, Stepping } from './stepping.js';
import { SILENT, townOf, type Town } from './town.js';

const MOST_CALLS = 2_000;

/** `strides`: every so many calls one at which it happens. OpenSearch takes its time with indices. */
export function describeRebuildCrashes(strides: Readonly<Record<Place['mode'], number>>): void {
  describeModes('a rebuild that ends at any of its steps', (makePlace) => endsAtSteps(makePlace, strides));
}

function endsAtSteps(makePlace: () => Promise<Place>, strides: Readonly<Record<Place['mode'], number>>): void {
  const getTown = townOf(makePlace);
  const getStride = () => strides[getTown().service.place.mode];

  for (const how of ['before', 'after'] as const) {
    it(`can be run again when it died right ${how} one, while everybody goes on`, async function () {
      this.timeout(300_000);
      const [town, stride] = [getTown(), getStride()];
      let died = 0;
      for (let at = how === 'before' ? 1 : Math.ceil(stride / 2); at < MOST_CALLS; at += stride) {
        const completed = await town.atWork(async () => {
          const stepping = new Stepping({ at, how });
          const fate = await town.reindex({ stepping, timing: SILENT }).catch((error: unknown) => error);
          if (!(fate instanceof Error)) return true;
          expect(fate, stepping.calls.join()).to.be.instanceOf(DiedError);
          const { index } = await town.reindex();
          expect(await indexOf(town)).to.equal(index);
          return false;
        });
        if (completed) break;
        died++;
      }
      await town.verify();
      expect(died).to.be.greaterThan(40 / stride);
    });
  }

  it('does no harm when it was only slow, and comes back after another was done', async function () {
    this.timeout(300_000);
    const [town, stride] = [getTown(), getStride()];
    let held = 0;
    for (let at = 3; at < MOST_CALLS; at += stride) {
      const stepping = new Stepping({ at, how: 'held' });
      const completed = await town.atWork(async () => {
        const slow = town.reindex({ stepping, timing: SILENT }).catch((error: unknown) => error);
        if ((await Promise.race([slow.then(() => 'ended'), stepping.reached])) === 'ended') return true;
        const { index } = await town.reindex();
        stepping.release();
        await slow;
        expect(await indexOf(town), stepping.calls.join()).to.equal(index);
        return false;
      });
      expect(await town.parts.rebuild.isBlocked(await indexOf(town)), stepping.calls.join()).to.equal(false);
      if (completed) break;
      held++;
    }
    await town.verify();
    expect(held).to.be.greaterThan(40 / stride);
  });

  it('does no harm when it was only slow, and comes back in the middle of another', async function () {
    this.timeout(300_000);
    const [town, stride] = [getTown(), getStride()];
    for (let at = 4; at < 100; at += 4 * stride) {
      for (const after of [15, 45]) {
        const slowly = new Stepping({ at, how: 'held' });
        const other = new Stepping({ at: after, how: 'held' });
        await town.atWork(async () => {
          const slow = town.reindex({ stepping: slowly, timing: SILENT }).catch((error: unknown) => error);
          await Promise.race([slow, slowly.reached]);
          const second = town.reindex({ stepping: other }).catch((error: unknown) => error);
          await Promise.race([second, other.reached]);
          slowly.release();
          await slow;
          other.release();
          await second;
        });
        await town.atWork(() => town.reindex());
      }
    }
    await town.verify();
  });
}

async function indexOf({ parts }: Town): Promise<string> {
  return (await parts.rebuild.current())?.name ?? 'none';
}
