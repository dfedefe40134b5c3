import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type {
  Admission, Counters, Epoch, QuotaUnit, Reservation, Uncounted,
} from '../../src/ports/counters.js';

export type CountersUnderTest = {
  counters: Counters;
  dispose(): Promise<void>;
  loseEverything?: () => Promise<void>;
};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const AMPLE = { perMinute: 1_000, perDay: 1_000 };

/** What every counter store promises, whatever it is made of. */
export function countersContract(name: string, make: () => Promise<CountersUnderTest>): void {
  describe(`${name} keeps the counters contract`, () => {
    let made: CountersUnderTest;
    let counters: Counters;
    let owner: string;

    before(async () => {
      made = await make();
      counters = made.counters;
    });
    beforeEach(() => { owner = `owner-${randomUUID()}`; });
    after(() => made.dispose());

    describe('rate windows', () => {
      it('admits as many requests a minute as the limit says, and refuses the next', async () => {
        const limits = { perMinute: 3, perDay: 100 };
        const admitted = await inTurn(3, () => counters.admit(owner, limits));
        expect(admitted.every((admission) => admission.refusedBy === undefined)).to.equal(true);
        expect(admitted.map(({ minute }) => minute.remaining)).to.deep.equal([2, 1, 0]);
        expect(admitted.map(({ day }) => day.remaining)).to.deep.equal([99, 98, 97]);

        const refused = await counters.admit(owner, limits);
        expect(refused.refusedBy).to.equal('minute');
        expect(refused.minute).to.include({ limit: 3, remaining: 0 });
        expect(refused.minute.resetInMs).to.be.within(1, MINUTE_MS);
        expect(refused.day.resetInMs).to.be.within(MINUTE_MS, DAY_MS);
      });

      it('starts both windows with the first request, and later ones do not move their ends', async () => {
        const first = await counters.admit(owner, AMPLE);
        const second = await counters.admit(owner, AMPLE);
        expect(first.minute.resetInMs).to.be.within(MINUTE_MS - 100, MINUTE_MS);
        expect(first.day.resetInMs).to.be.within(DAY_MS - 100, DAY_MS);
        expect(second.minute.resetInMs).to.be.at.most(first.minute.resetInMs);
        expect(second.day.resetInMs).to.be.at.most(first.day.resetInMs);
      });

      it('counts a request that the day refuses in neither window', async () => {
        await counters.admit(owner, { perMinute: 10, perDay: 1 });
        const refused = await counters.admit(owner, { perMinute: 10, perDay: 1 });
        expect(refused.refusedBy).to.equal('day');
        expect(refused.minute.remaining).to.equal(9);
        const next = await counters.admit(owner, { perMinute: 10, perDay: 10 });
        expect([next.minute.remaining, next.day.remaining]).to.deep.equal([8, 8]);
      });

      it('counts a request that the minute refuses in neither window', async () => {
        await counters.admit(owner, { perMinute: 1, perDay: 10 });
        await inTurn(3, () => counters.admit(owner, { perMinute: 1, perDay: 10 }));
        const next = await counters.admit(owner, { perMinute: 10, perDay: 10 });
        expect([next.minute.remaining, next.day.remaining]).to.deep.equal([8, 8]);
      });

      it('names the day when both windows are exhausted', async () => {
        await counters.admit(owner, { perMinute: 1, perDay: 1 });
        expect((await counters.admit(owner, { perMinute: 1, perDay: 1 })).refusedBy).to.equal('day');
      });

      it('says 0 left, not less, when a limit was lowered', async () => {
        await inTurn(3, () => counters.admit(owner, AMPLE));
        const refused = await counters.admit(owner, { perMinute: 1, perDay: 2 });
        expect([refused.minute.remaining, refused.day.remaining]).to.deep.equal([0, 0]);
      });

      it('admits exactly 60 of 100 concurrent requests under a limit of 60', async () => {
        const admissions = await atOnce(100, () => counters.admit(owner, { perMinute: 60, perDay: 1_000 }));
        expect(admissions.filter(({ refusedBy }) => refusedBy === undefined)).to.have.length(60);
        expect((await counters.admit(owner, AMPLE)).day.remaining).to.equal(AMPLE.perDay - 61);
      });

      it('counts each owner apart', async () => {
        await counters.admit(owner, { perMinute: 1, perDay: 1 });
        const other = await counters.admit(`${owner}-2`, { perMinute: 1, perDay: 1 });
        expect(other.refusedBy).to.equal(undefined);
      });
    });

    describe('address windows', () => {
      it('admits exactly the limit of concurrent requests of an address', async () => {
        const admissions = await atOnce(20, () => counters.admitAddress('viewer', owner, 8));
        expect(admissions.filter(({ allowed }) => allowed)).to.have.length(8);
        const refused = await counters.admitAddress('viewer', owner, 8);
        expect(refused.allowed).to.equal(false);
        expect(refused.window).to.include({ limit: 8, remaining: 0 });
        expect(refused.window.resetInMs).to.be.within(1, MINUTE_MS);
      });

      it('does not count what it refuses', async () => {
        await counters.admitAddress('viewer', owner, 1);
        await inTurn(3, () => counters.admitAddress('viewer', owner, 1));
        expect((await counters.admitAddress('viewer', owner, 10)).window.remaining).to.equal(8);
      });

      it('counts each scope and each address apart', async () => {
        await counters.admitAddress('viewer', `2001:db8::1:${owner}`, 1);
        const others = [
          await counters.admitAddress('keyless', `2001:db8::1:${owner}`, 1),
          await counters.admitAddress('viewer', `2001:db8::2:${owner}`, 1),
        ];
        expect(others.map(({ allowed }) => allowed)).to.deep.equal([true, true]);
      });
    });

    describe('write epochs', () => {
      it('gives the same epoch until it is bumped, and one more after each bump', async () => {
        const first = epochOf(await counters.admit(owner, AMPLE));
        expect(epochOf(await counters.admit(owner, AMPLE))).to.deep.equal(first);
        await counters.bumpEpoch(owner, 'unknown');
        expect(epochOf(await counters.admit(owner, AMPLE))).to.deep.equal(
          { era: first.era, counter: first.counter + 1 });
      });

      it('grows by 50 for 50 concurrent bumps, and leaves other owners alone', async () => {
        const before = epochOf(await counters.admit(owner, AMPLE));
        const others = epochOf(await counters.admit(`${owner}-2`, AMPLE));
        await atOnce(50, () => counters.bumpEpoch(owner, 'unknown'));
        expect(epochOf(await counters.admit(owner, AMPLE))).to.deep.equal(
          { era: before.era, counter: before.counter + 50 });
        expect(epochOf(await counters.admit(`${owner}-2`, AMPLE))).to.deep.equal(others);
      });

      it('is told to requests that are refused, too', async () => {
        const admitted = await counters.admit(owner, { perMinute: 1, perDay: 1 });
        const refused = await counters.admit(owner, { perMinute: 1, perDay: 1 });
        expect(epochOf(refused)).to.deep.equal(epochOf(admitted));
      });

      it('gives an owner whose first act is a bump an era that lasts', async () => {
        await counters.bumpEpoch(owner, 'unknown');
        const first = epochOf(await counters.admit(owner, AMPLE));
        expect(epochOf(await counters.admit(owner, AMPLE))).to.deep.equal(first);
      });

      it('gives each owner an era of its own', async () => {
        const eras = await atOnce(5, async (n) => epochOf(await counters.admit(`${owner}-${n}`, AMPLE)).era);
        expect(new Set(eras)).to.have.length(5);
      });
    });

    describe('month counts', () => {
      const month = '2031-07';
      const unitOf = (era: string): QuotaUnit => ({ owner, month, era });

      async function seeded(count: number): Promise<QuotaUnit> {
        const unit = unitOf(await eraToCount(counters, owner, month));
        await counters.seedQuota(unit, count);
        return unit;
      }

      it('asks to be counted, then reserves units on top of the count', async () => {
        const { era } = await seeded(7);
        expect(await counters.reserveQuota(owner, month, 9)).to.deep.equal(
          { outcome: 'reserved', used: 8, unit: unitOf(era) });
        expect(await counters.reserveQuota(owner, month, 9)).to.include({ outcome: 'reserved', used: 9 });
        expect(await counters.reserveQuota(owner, month, 9)).to.deep.equal({ outcome: 'exhausted', used: 9 });
      });

      it('asks all who come before the count is known to count for the same era', async () => {
        const reservations = await atOnce(10, () => counters.reserveQuota(owner, month, 5));
        const { outcome, era } = await counters.readQuota(owner, month) as Uncounted;
        expect(outcome).to.equal('uncounted');
        for (const reservation of reservations) expect(reservation).to.deep.equal({ outcome, era });
      });

      it('reads without taking', async () => {
        await seeded(3);
        await inTurn(3, () => counters.readQuota(owner, month));
        expect(await counters.readQuota(owner, month)).to.deep.equal({ outcome: 'known', used: 3 });
      });

      it('lets exactly one of 500 concurrent reservations have the last unit', async () => {
        await seeded(99);
        const reservations = await atOnce(500, () => counters.reserveQuota(owner, month, 100));
        expect(reservations.filter(({ outcome }) => outcome === 'reserved')).to.have.length(1);
        expect(reservations.filter(({ outcome }) => outcome === 'exhausted')).to.have.length(499);
      });

      it('keeps the count of the first of two who counted', async () => {
        const unit = await seeded(10);
        await counters.reserveQuota(owner, month, 100);
        await counters.seedQuota(unit, 10);
        expect(await counters.readQuota(owner, month)).to.deep.equal({ outcome: 'known', used: 11 });
      });

      it('ignores a count for another era', async () => {
        const era = await eraToCount(counters, owner, month);
        await counters.seedQuota(unitOf(`not-${era}`), 10);
        expect(await counters.readQuota(owner, month)).to.deep.equal({ outcome: 'uncounted', era });
      });

      it('adds units of another era that are reported while it is being counted', async () => {
        const era = await eraToCount(counters, owner, month);
        await atOnce(3, () => counters.bumpEpoch(owner, 'unknown', unitOf('of-a-lost-store')));
        await counters.seedQuota(unitOf(era), 10);
        expect(await counters.readQuota(owner, month)).to.deep.equal({ outcome: 'known', used: 13 });
      });

      it('adds units of another era that are reported after it was counted', async () => {
        await seeded(10);
        await counters.bumpEpoch(owner, 'unknown', unitOf('of-a-lost-store'));
        expect(await counters.readQuota(owner, month)).to.deep.equal({ outcome: 'known', used: 11 });
      });

      it('does not count a unit of its own era twice', async () => {
        await seeded(10);
        const unit = unitFrom(await counters.reserveQuota(owner, month, 100));
        await counters.bumpEpoch(owner, 'unknown', unit);
        expect(await counters.readQuota(owner, month)).to.deep.equal({ outcome: 'known', used: 11 });
      });

      it('opens no count for a unit of a month that nobody has asked for', async () => {
        await counters.bumpEpoch(owner, 'unknown', unitOf('of-a-lost-store'));
        await seeded(4);
        expect(await counters.readQuota(owner, month)).to.deep.equal({ outcome: 'known', used: 4 });
      });

      it('takes a unit back, and a unit of another era not', async () => {
        await seeded(10);
        const unit = unitFrom(await counters.reserveQuota(owner, month, 100));
        await counters.releaseQuota(unit);
        await counters.releaseQuota(unitOf('of-a-lost-store'));
        expect(await counters.readQuota(owner, month)).to.deep.equal({ outcome: 'known', used: 10 });
      });

      it('never counts below 0, nor into a count that is not known', async () => {
        const unit = unitOf(await eraToCount(counters, owner, month));
        await counters.releaseQuota(unit);
        await counters.seedQuota(unit, 0);
        await counters.releaseQuota(unit);
        expect(await counters.readQuota(owner, month)).to.deep.equal({ outcome: 'known', used: 0 });
      });

      it('forgets a month on request, of one owner alone, and asks to count it again under a new era', async () => {
        await seeded(5);
        const unit = unitFrom(await counters.reserveQuota(owner, month, 100));
        const other = { owner: `${owner}-2`, month, era: await eraToCount(counters, `${owner}-2`, month) };
        await counters.seedQuota(other, 7);
        await counters.forgetQuota(owner, month);
        await counters.forgetQuota(owner, '2031-09');
        const era = await eraToCount(counters, owner, month);
        expect(era).not.to.equal(unit.era);
        await counters.seedQuota(unitOf(unit.era), 500);
        await counters.bumpEpoch(owner, 'unknown', unit);
        await counters.seedQuota(unitOf(era), 6);
        await counters.releaseQuota(unit);
        expect(await counters.readQuota(owner, month)).to.deep.equal({ outcome: 'known', used: 7 });
        expect(await counters.readQuota(`${owner}-2`, month)).to.deep.equal({ outcome: 'known', used: 7 });
      });

      it('counts months and owners apart', async () => {
        await seeded(5);
        const others = [
          await counters.readQuota(owner, '2031-08'), await counters.readQuota(`${owner}-2`, month),
        ];
        expect(others.map(({ outcome }) => outcome)).to.deep.equal(['uncounted', 'uncounted']);
        expect(await counters.readQuota(owner, month)).to.deep.equal({ outcome: 'known', used: 5 });
      });

      it('counts a month that is long over, too', async () => {
        const era = await eraToCount(counters, owner, '2001-01');
        await counters.seedQuota({ owner, month: '2001-01', era }, 2);
        expect(await counters.readQuota(owner, '2001-01')).to.deep.equal({ outcome: 'known', used: 2 });
      });
    });

    describe('loss of everything', () => {
      let lose: () => Promise<void>;

      before(function () {
        if (!made.loseEverything) this.skip();
        lose = made.loseEverything;
      });

      it('starts a new era of epochs', async () => {
        const before = epochOf(await counters.admit(owner, AMPLE));
        await lose();
        expect(epochOf(await counters.admit(owner, AMPLE)).era).not.to.equal(before.era);
      });

      it('starts a new era of epochs when a bump comes first', async () => {
        const before = epochOf(await counters.admit(owner, AMPLE));
        await lose();
        await counters.bumpEpoch(owner, 'unknown');
        expect(epochOf(await counters.admit(owner, AMPLE)).era).not.to.equal(before.era);
      });

      it('asks to count the month again, and units and counts of the old era change nothing', async () => {
        const month = '2031-07';
        const old = { owner, month, era: await eraToCount(counters, owner, month) };
        await counters.seedQuota(old, 1);
        await lose();
        const era = await eraToCount(counters, owner, month);
        expect(era).not.to.equal(old.era);
        await counters.seedQuota(old, 500);
        await counters.seedQuota({ owner, month, era }, 2);
        await counters.releaseQuota(old);
        expect(await counters.readQuota(owner, month)).to.deep.equal({ outcome: 'known', used: 2 });
      });
    });
  });
}

function epochOf(admission: Admission): Epoch {
  if (!admission.epoch) throw new Error('the admission has no epoch');
  return admission.epoch;
}

function unitFrom(reservation: Reservation): QuotaUnit {
  if (reservation.outcome !== 'reserved') throw new Error(`no unit: ${reservation.outcome}`);
  return reservation.unit;
}

async function eraToCount(counters: Counters, owner: string, month: string): Promise<string> {
  const reservation = await counters.reserveQuota(owner, month, 1_000);
  if (reservation.outcome !== 'uncounted') throw new Error(`the month is known: ${reservation.outcome}`);
  return reservation.era;
}

async function inTurn<T>(times: number, act: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let n = 0; n < times; n++) results.push(await act());
  return results;
}

function atOnce<T>(times: number, act: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, n) => act(n)));
}
