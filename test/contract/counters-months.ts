import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import type { CounterStore } from '../../src/ports/counter-store.js';
import type { QuotaMonth, QuotaReservation } from '../../src/ports/month-counts.js';
import { until } from '../support/until.js';
import { atOnce, inTurn, newUnit, roundToCount, seed, usedOf } from './counters-helpers.js';

/** How long a create may take, for the counters of these tests, in milliseconds. */
export const SETTLE_MS = 600;

export function monthFacts(counters: () => CounterStore): void {
  let month: QuotaMonth;
  beforeEach(() => {
    month = { owner: `owner-${randomUUID()}`, month: '2031-07' };
  });

  const used = () => usedOf(counters(), month);
  const created = (unit: QuotaReservation) => counters().bumpEpoch(unit.owner, 'unknown', { created: unit });
  async function reserved(unit = newUnit(month)): Promise<QuotaReservation> {
    expect(await counters().reserveQuota(unit, 1_000)).to.include({ outcome: 'reserved' });
    return unit;
  }

  /** Counts the month whenever it asks for that, during this time. Gives the number of counts. */
  async function countsDuring(milliseconds: number, documents: number): Promise<number> {
    let counts = 0;
    for (const end = performance.now() + milliseconds; performance.now() < end; await turn()) {
      if ((await used()) !== 'uncounted') continue;
      await seed(counters(), month, documents);
      counts++;
    }
    return counts;
  }

  /** Counts the month twice, as after a loss: from now on the store knows all units. */
  async function makeSure(documents: number): Promise<void> {
    await seed(counters(), month, documents);
    await until(async () => (await used()) === 'uncounted');
    await seed(counters(), month, documents);
  }

  describe('month counts', () => {
    it('ask to be counted, then reserve units on top of the count', async () => {
      await seed(counters(), month, 7);
      const reserve = (unit = newUnit(month)) => counters().reserveQuota(unit, 9);
      expect(await reserve()).to.deep.equal({ outcome: 'reserved', used: 8 });
      expect(await reserve()).to.deep.equal({ outcome: 'reserved', used: 9 });
      expect(await reserve()).to.deep.equal({ outcome: 'exhausted', used: 9 });
    });

    it('let creates of one document share its unit, the last one too, until one of them has ended', async () => {
      await seed(counters(), month, 8);
      const unit = await reserved();
      const again = () => counters().reserveQuota(newUnit(month, unit.documentId), 9);
      expect(await again()).to.deep.equal({ outcome: 'reserved', used: 9 });
      expect(await counters().readQuota(month)).to.deep.equal({ outcome: 'known', used: 9, underWay: 1 });
      await created(unit);
      expect(await again()).to.deep.equal({ outcome: 'exhausted', used: 9 });
    });

    it('ask all who come before the count is known to count for the same round', async () => {
      const round = await roundToCount(counters(), month);
      const reservations = await atOnce(10, () => counters().reserveQuota(newUnit(month), 5));
      for (const reservation of reservations) expect(reservation).to.deep.equal({ outcome: 'uncounted', round });
    });

    it('are read without taking, with what is under way', async () => {
      await seed(counters(), month, 3);
      await inTurn(3, () => counters().readQuota(month));
      expect(await counters().readQuota(month)).to.deep.equal({ outcome: 'known', used: 3, underWay: 0 });
      const unit = await reserved();
      expect(await counters().readQuota(month)).to.deep.equal({ outcome: 'known', used: 4, underWay: 1 });
      await created(unit);
      expect(await counters().readQuota(month)).to.deep.equal({ outcome: 'known', used: 4, underWay: 0 });
    });

    it('let exactly one of 500 concurrent reservations have the last unit', async () => {
      await seed(counters(), month, 99);
      const reservations = await atOnce(500, () => counters().reserveQuota(newUnit(month), 100));
      expect(reservations.filter(({ outcome }) => outcome === 'reserved')).to.have.length(1);
      expect(reservations.filter(({ outcome }) => outcome === 'exhausted')).to.have.length(499);
    });

    it('keep the count of the first of two who counted', async () => {
      const round = await roundToCount(counters(), month);
      await counters().seedQuota(month, round, 10);
      await reserved();
      await counters().seedQuota(month, round, 10);
      expect(await used()).to.equal(11);
    });

    it('ignore a count for another round', async () => {
      const round = await roundToCount(counters(), month);
      await counters().seedQuota(month, { ...round, round: 'another' }, 10);
      expect(await counters().readQuota(month)).to.deep.equal({ outcome: 'uncounted', round });
    });

    it('releasedAnew: are counted anew when a unit is given back, once, and ignore one that they do not know', async () => {
      await seed(counters(), month, 10);
      const unit = await reserved();
      await counters().releaseQuota(unit);
      // Another create has made the document.
      await seed(counters(), month, 11);
      await counters().releaseQuota(unit);
      await counters().releaseQuota(newUnit(month));
      expect(await used()).to.equal(11);
    });

    it('sharedStays: keep a unit that one of two creates gives back', async () => {
      await seed(counters(), month, 10);
      const [first, second] = [await reserved(newUnit(month, 'one')), await reserved(newUnit(month, 'one'))];
      await counters().releaseQuota(first);
      await counters().releaseQuota(second);
      expect(await counters().readQuota(month)).to.deep.equal({ outcome: 'known', used: 11, underWay: 1 });
      await created(second);
      expect(await counters().readQuota(month)).to.deep.equal({ outcome: 'known', used: 11, underWay: 0 });
    });

    it('releasedAnew: are counted anew when a unit is given back while they are counted', async () => {
      await seed(counters(), month, 10);
      const unit = await reserved();
      await counters().forgetQuota(month);
      const round = await roundToCount(counters(), month);
      await counters().releaseQuota(unit);
      await counters().seedQuota(month, round, 10);
      expect(await used()).to.equal('uncounted');
    });

    it('open no count for a unit of a month that nobody has asked for', async () => {
      await created(newUnit(month));
      await counters().releaseQuota(newUnit(month));
      await counters().forgetQuota(month);
      await seed(counters(), month, 4);
      expect(await used()).to.equal(4);
    });

    it('are forgotten on request, one month of one owner alone', async () => {
      const other = { ...month, owner: `${month.owner}-2` };
      await seed(counters(), month, 5);
      await seed(counters(), other, 7);
      await counters().forgetQuota(month);
      expect([await used(), await usedOf(counters(), other)]).to.deep.equal(['uncounted', 7]);
    });

    it('are all counted anew on request', async () => {
      const other = { ...month, owner: `${month.owner}-2` };
      await seed(counters(), month, 5);
      await seed(counters(), other, 7);
      await counters().renewQuotas();
      expect([await used(), await usedOf(counters(), other)]).to.deep.equal(['uncounted', 'uncounted']);
    });

    it('are apart for months and owners', async () => {
      await seed(counters(), month, 5);
      for (const other of [
        { ...month, month: '2031-08' },
        { ...month, owner: `${month.owner}-2` },
      ]) {
        expect(await usedOf(counters(), other)).to.equal('uncounted');
      }
      expect(await used()).to.equal(5);
    });

    it('are kept of a month that is long over, too', async () => {
      const past = { ...month, month: '2001-01' };
      await seed(counters(), past, 2);
      expect(await usedOf(counters(), past)).to.equal(2);
    });
  });

  describe('a month that is counted while documents are made', () => {
    it('addTaken, leaveOutTaken: leaves out the documents of units that are taken, and adds the units', async () => {
      await seed(counters(), month, 10);
      const units = [await reserved(), await reserved()];
      await created(units[0] as QuotaReservation);
      await counters().forgetQuota(month);
      const round = await roundToCount(counters(), month);
      expect(round.underWay).to.deep.equal([units[1]?.documentId]);
      // The document of the first one is in the index.
      await counters().seedQuota(month, round, 11);
      expect(await counters().readQuota(month)).to.deep.equal({ outcome: 'known', used: 12, underWay: 1 });
      await created(units[1] as QuotaReservation);
      expect(await counters().readQuota(month)).to.deep.equal({ outcome: 'known', used: 12, underWay: 0 });
    });

    it('shiftByDifference: is right wherever a create ends while it is counted', async () => {
      for (const isReadLate of [false, true]) {
        await counters().forgetQuota(month);
        await seed(counters(), month, 10);
        const unit = await reserved();
        await counters().renewQuotas();
        const early = await roundToCount(counters(), month);
        await created(unit);
        const late = await roundToCount(counters(), month);
        expect([early.underWay, late.underWay]).to.deep.equal([[unit.documentId], []]);
        await (isReadLate ? counters().seedQuota(month, late, 11) : counters().seedQuota(month, early, 10));
        expect(await used()).to.equal(11);
      }
    });

    it('secondCount: is counted once more a write deadline after a loss, whatever creates end meanwhile', async () => {
      await seed(counters(), month, 10);
      // Its document was in the index too late for the first count, and the store did not know of it.
      await created(newUnit(month));
      expect(await used()).to.equal(10);
      expect(await countsDuring(4 * SETTLE_MS, 11)).to.equal(1);
      expect(await used()).to.equal(11);
    });

    it('oldAnew: is counted without a unit whose create has not ended within a write deadline', async () => {
      await makeSure(10);
      const unit = await reserved();
      expect(await used()).to.equal(11);
      expect(await countsDuring(4 * SETTLE_MS, 10)).to.equal(1);
      expect(await used()).to.equal(10);
      await counters().releaseQuota(unit);
      expect(await used()).to.equal(10);
    });
  });
}
