import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import type { Counters, QuotaMonth, QuotaReservation } from '../../src/ports/counters.js';
import { atOnce, inTurn, newUnit, roundToCount, seed, usedOf } from './counters-helpers.js';

/** How long a create may take, for the counters of these tests, in milliseconds. */
export const SETTLE_MS = 600;

export function monthFacts(counters: () => Counters): void {
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

  describe('month counts', () => {
    it('ask to be counted, then reserve units on top of the count', async () => {
      await seed(counters(), month, 7);
      expect(await counters().reserveQuota(newUnit(month), 9)).to.deep.equal({ outcome: 'reserved', used: 8 });
      expect(await counters().reserveQuota(newUnit(month), 9)).to.deep.equal({ outcome: 'reserved', used: 9 });
      expect(await counters().reserveQuota(newUnit(month), 9)).to.deep.equal({
        outcome: 'exhausted',
        used: 9,
        isUnderWay: false,
      });
    });

    it('tell a refused reservation whether another one for its document is under way', async () => {
      await seed(counters(), month, 8);
      const unit = await reserved();
      const repeat = { ...newUnit(month), documentId: unit.documentId };
      const isUnderWay = async () => {
        const reservation = await counters().reserveQuota(repeat, 9);
        return reservation.outcome === 'exhausted' && reservation.isUnderWay;
      };
      expect(await isUnderWay()).to.equal(true);
      await created(unit);
      expect(await isUnderWay()).to.equal(false);
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

    it('take a unit back once, and none that they do not know', async () => {
      await seed(counters(), month, 10);
      const unit = await reserved();
      await counters().releaseQuota(unit);
      await counters().releaseQuota(unit);
      await counters().releaseQuota(newUnit(month));
      expect(await used()).to.equal(10);
    });

    it('addUnknown: add a unit that they do not know when its document is there', async () => {
      await seed(counters(), month, 10);
      await created(newUnit(month));
      expect(await used()).to.equal(11);
    });

    it('add a unit that another create is helped with, but where they know that it is under way', async () => {
      const help = (unit: QuotaReservation) => counters().bumpEpoch(unit.owner, 'unknown', { caughtUp: unit });
      await seed(counters(), month, 10);
      await help(newUnit(month));
      expect(await used()).to.equal(11);
      const unit = await reserved();
      await help(unit);
      expect(await counters().readQuota(month)).to.deep.equal({ outcome: 'known', used: 12, underWay: 1 });
      await created(unit);
      expect(await used()).to.equal(12);
    });

    it('adjust: add units that they do not know while they are counted', async () => {
      await seed(counters(), month, 5);
      await counters().forgetQuota(month);
      const round = await roundToCount(counters(), month);
      await atOnce(3, () => created(newUnit(month)));
      await counters().seedQuota(month, round, 5);
      expect(await used()).to.equal(8);
    });

    it('open no count for a unit of a month that nobody has asked for', async () => {
      await created(newUnit(month));
      await counters().doubtQuota(newUnit(month));
      await counters().releaseQuota(newUnit(month));
      await counters().forgetQuota(month);
      await seed(counters(), month, 4);
      expect(await used()).to.equal(4);
    });

    it('never count below 0', async () => {
      const units = [newUnit(month), newUnit(month)];
      await counters().forgetQuota(month, units);
      const round = await roundToCount(counters(), month);
      for (const unit of units) await counters().releaseQuota(unit);
      await counters().seedQuota(month, { ...round, units: 0 }, 0);
      expect(await used()).to.equal(0);
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
    it('addTaken, leaveOutTaken: leaves out the documents of units that are taken, and adds the units, two of one document too', async () => {
      await seed(counters(), month, 10);
      const units = [await reserved(), await reserved(newUnit(month, 'one')), await reserved(newUnit(month, 'one'))];
      await created(units[0] as QuotaReservation);
      await counters().forgetQuota(month);
      const round = await roundToCount(counters(), month);
      expect(round).to.include({ units: 2 });
      expect(round.underWay).to.deep.equal(['one']);
      // The document of the first one is in the index.
      await counters().seedQuota(month, round, 11);
      expect(await used()).to.equal(13);
      // Of two creates with one key one has given its unit back.
      await counters().releaseQuota(units[2] as QuotaReservation);
      await created(units[1] as QuotaReservation);
      expect(await used()).to.equal(13);
      await countsDuring(4 * SETTLE_MS, 12);
      expect(await used()).to.equal(12);
    });

    it('carriedDoubts: is not too low where a unit is given back whose document another unit has made', async () => {
      await seed(counters(), month, 10);
      const [first, second] = [await reserved(newUnit(month, 'one')), await reserved(newUnit(month, 'one'))];
      await created(first);
      await counters().forgetQuota(month);
      const round = await roundToCount(counters(), month);
      expect(round.underWay).to.deep.equal(['one']);
      // The eleventh document of the index is left out.
      await counters().seedQuota(month, round, 10);
      await counters().releaseQuota(second);
      expect(await used()).to.equal(11);
    });

    it('is not too low wherever a create ends while it is counted, and exact after a second count', async () => {
      await seed(counters(), month, 10);
      const units = await inTurn(3, () => reserved());
      await counters().renewQuotas();
      const round = await roundToCount(counters(), month);
      await created(units[0] as QuotaReservation);
      await counters().releaseQuota(units[1] as QuotaReservation);
      await counters().seedQuota(month, round, 10);
      expect(await used()).to.equal(13);
      await created(units[2] as QuotaReservation);
      expect(await used()).to.equal(13);
      await countsDuring(4 * SETTLE_MS, 12);
      expect(await used()).to.equal(12);
    });

    it('takes the units that are said to be under way when it is forgotten', async () => {
      const units = await inTurn(2, async () => newUnit(month));
      await counters().forgetQuota(month, units);
      const round = await roundToCount(counters(), month);
      expect(round.underWay).to.have.members(units.map(({ documentId }) => documentId));
      await counters().seedQuota(month, round, 10);
      for (const unit of units) await created(unit);
      expect(await used()).to.equal(12);
    });

    it('secondCount: is counted once more when every create that was under way has ended, and then no more', async () => {
      const round = await roundToCount(counters(), month);
      const late = newUnit(month);
      await counters().seedQuota(month, round, 11);
      // It is among the eleven, but the store did not know of it.
      await created(late);
      expect(await used()).to.equal(12);
      // What was heard of it a moment after the first count asks for a third one, at most.
      expect(await countsDuring(4 * SETTLE_MS, 11)).to.be.within(1, 2);
      expect(await used()).to.equal(11);
    });

    it('says by a second count what became of a unit whose create never ended', async () => {
      await seed(counters(), month, 10);
      const unit = await reserved();
      await counters().doubtQuota(unit);
      expect(await used()).to.equal(11);
      // The second count may be too early for this unit: then there is a third one.
      expect(await countsDuring(4 * SETTLE_MS, 10)).to.be.within(1, 2);
      expect(await used()).to.equal(10);
    });
  });
}
