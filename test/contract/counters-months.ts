import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Counters, QuotaUnit, Reservation, Uncounted } from '../../src/ports/counters.js';
import { atOnce, eraToCount, inTurn } from './counters-helpers.js';

export function monthFacts(counters: () => Counters): void {
  describe('month counts', () => {
    let owner: string;
    beforeEach(() => { owner = `owner-${randomUUID()}`; });
    const month = '2031-07';
    const unitOf = (era: string): QuotaUnit => ({ owner, month, era });

    async function seeded(count: number): Promise<QuotaUnit> {
      const unit = unitOf(await eraToCount(counters(), owner, month));
      await counters().seedQuota(unit, count);
      return unit;
    }

    it('asks to be counted, then reserves units on top of the count', async () => {
      const { era } = await seeded(7);
      expect(await counters().reserveQuota(owner, month, 9)).to.deep.equal(
        { outcome: 'reserved', used: 8, unit: unitOf(era) });
      expect(await counters().reserveQuota(owner, month, 9)).to.include({ outcome: 'reserved', used: 9 });
      expect(await counters().reserveQuota(owner, month, 9)).to.deep.equal({ outcome: 'exhausted', used: 9 });
    });

    it('asks all who come before the count is known to count for the same era', async () => {
      const reservations = await atOnce(10, () => counters().reserveQuota(owner, month, 5));
      const { outcome, era } = await counters().readQuota(owner, month) as Uncounted;
      expect(outcome).to.equal('uncounted');
      for (const reservation of reservations) expect(reservation).to.deep.equal({ outcome, era });
    });

    it('reads without taking', async () => {
      await seeded(3);
      await inTurn(3, () => counters().readQuota(owner, month));
      expect(await counters().readQuota(owner, month)).to.deep.equal({ outcome: 'known', used: 3 });
    });

    it('lets exactly one of 500 concurrent reservations have the last unit', async () => {
      await seeded(99);
      const reservations = await atOnce(500, () => counters().reserveQuota(owner, month, 100));
      expect(reservations.filter(({ outcome }) => outcome === 'reserved')).to.have.length(1);
      expect(reservations.filter(({ outcome }) => outcome === 'exhausted')).to.have.length(499);
    });

    it('keeps the count of the first of two who counted', async () => {
      const unit = await seeded(10);
      await counters().reserveQuota(owner, month, 100);
      await counters().seedQuota(unit, 10);
      expect(await counters().readQuota(owner, month)).to.deep.equal({ outcome: 'known', used: 11 });
    });

    it('ignores a count for another era', async () => {
      const era = await eraToCount(counters(), owner, month);
      await counters().seedQuota(unitOf(`not-${era}`), 10);
      expect(await counters().readQuota(owner, month)).to.deep.equal({ outcome: 'uncounted', era });
    });

    it('adds units of another era that are reported while it is being counted', async () => {
      const era = await eraToCount(counters(), owner, month);
      await atOnce(3, () => counters().bumpEpoch(owner, 'unknown', { created: unitOf('of-a-lost-store') }));
      await counters().seedQuota(unitOf(era), 10);
      expect(await counters().readQuota(owner, month)).to.deep.equal({ outcome: 'known', used: 13 });
    });

    it('adds units of another era that are reported after it was counted', async () => {
      await seeded(10);
      await counters().bumpEpoch(owner, 'unknown', { created: unitOf('of-a-lost-store') });
      expect(await counters().readQuota(owner, month)).to.deep.equal({ outcome: 'known', used: 11 });
    });

    it('does not count a unit of its own era twice', async () => {
      await seeded(10);
      const unit = unitFrom(await counters().reserveQuota(owner, month, 100));
      await counters().bumpEpoch(owner, 'unknown', { created: unit });
      expect(await counters().readQuota(owner, month)).to.deep.equal({ outcome: 'known', used: 11 });
    });

    it('opens no count for a unit of a month that nobody has asked for', async () => {
      await counters().bumpEpoch(owner, 'unknown', { created: unitOf('of-a-lost-store') });
      await seeded(4);
      expect(await counters().readQuota(owner, month)).to.deep.equal({ outcome: 'known', used: 4 });
    });

    it('takes a unit back, and a unit of another era not', async () => {
      await seeded(10);
      const unit = unitFrom(await counters().reserveQuota(owner, month, 100));
      await counters().releaseQuota(unit);
      await counters().releaseQuota(unitOf('of-a-lost-store'));
      expect(await counters().readQuota(owner, month)).to.deep.equal({ outcome: 'known', used: 10 });
    });

    it('never counts below 0, nor into a count that is not known', async () => {
      const unit = unitOf(await eraToCount(counters(), owner, month));
      await counters().releaseQuota(unit);
      await counters().seedQuota(unit, 0);
      await counters().releaseQuota(unit);
      expect(await counters().readQuota(owner, month)).to.deep.equal({ outcome: 'known', used: 0 });
    });

    it('forgets a month on request, of one owner alone, and asks to count it again under a new era', async () => {
      await seeded(5);
      const unit = unitFrom(await counters().reserveQuota(owner, month, 100));
      const other = { owner: `${owner}-2`, month, era: await eraToCount(counters(), `${owner}-2`, month) };
      await counters().seedQuota(other, 7);
      await counters().forgetQuota(owner, month);
      await counters().forgetQuota(owner, '2031-09');
      const era = await eraToCount(counters(), owner, month);
      expect(era).not.to.equal(unit.era);
      await counters().seedQuota(unitOf(unit.era), 500);
      await counters().bumpEpoch(owner, 'unknown', { created: unit });
      await counters().seedQuota(unitOf(era), 6);
      await counters().releaseQuota(unit);
      expect(await counters().readQuota(owner, month)).to.deep.equal({ outcome: 'known', used: 7 });
      expect(await counters().readQuota(`${owner}-2`, month)).to.deep.equal({ outcome: 'known', used: 7 });
    });

    it('counts months and owners apart', async () => {
      await seeded(5);
      const others = [
        await counters().readQuota(owner, '2031-08'), await counters().readQuota(`${owner}-2`, month),
      ];
      expect(others.map(({ outcome }) => outcome)).to.deep.equal(['uncounted', 'uncounted']);
      expect(await counters().readQuota(owner, month)).to.deep.equal({ outcome: 'known', used: 5 });
    });

    it('counts a month that is long over, too', async () => {
      const era = await eraToCount(counters(), owner, '2001-01');
      await counters().seedQuota({ owner, month: '2001-01', era }, 2);
      expect(await counters().readQuota(owner, '2001-01')).to.deep.equal({ outcome: 'known', used: 2 });
    });
  });
}

function unitFrom(reservation: Reservation): QuotaUnit {
  if (reservation.outcome !== 'reserved') throw new Error(`no unit: ${reservation.outcome}`);
  return reservation.unit;
}
