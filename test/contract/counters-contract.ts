import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { CounterStore } from '../../src/ports/counter-store.js';
import type { Admission, Epoch } from '../../src/ports/counters.js';
import { bytesFacts } from './counters-bytes.js';
import { AMPLE, atOnce, DAY_MS, newUnit, roundToCount, usedOf, inTurn, MINUTE_MS } from './counters-helpers.js';
import { lookUpFacts } from './counters-look-ups.js';
import { monthFacts } from './counters-months.js';

export type CountersUnderTest = {
  counters: CounterStore;
  dispose(): Promise<void>;
  loseEverything?: () => Promise<void>;
};

/** What every counter store promises, whatever it is made of. */
export function countersContract(name: string, make: () => Promise<CountersUnderTest>): void {
  describe(`${name} keeps the counters contract`, () => {
    let made: CountersUnderTest;
    let counters: CounterStore;
    let owner: string;

    before(async () => {
      made = await make();
      counters = made.counters;
    });
    beforeEach(() => {
      owner = `owner-${randomUUID()}`;
    });
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

    bytesFacts(() => counters);

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

    lookUpFacts(() => counters);

    describe('write epochs', () => {
      it('gives the same epoch until it is bumped, and one more after each bump', async () => {
        const first = epochOf(await counters.admit(owner, AMPLE));
        expect(epochOf(await counters.admit(owner, AMPLE))).to.deep.equal(first);
        await counters.bumpEpoch(owner, 'unknown');
        expect(epochOf(await counters.admit(owner, AMPLE))).to.deep.equal({
          incarnation: first.incarnation,
          sequence: first.sequence + 1,
        });
      });

      it('grows by 50 for 50 concurrent bumps, and leaves other owners alone', async () => {
        const before = epochOf(await counters.admit(owner, AMPLE));
        const others = epochOf(await counters.admit(`${owner}-2`, AMPLE));
        await atOnce(50, () => counters.bumpEpoch(owner, 'unknown'));
        expect(epochOf(await counters.admit(owner, AMPLE))).to.deep.equal({
          incarnation: before.incarnation,
          sequence: before.sequence + 50,
        });
        expect(epochOf(await counters.admit(`${owner}-2`, AMPLE))).to.deep.equal(others);
      });

      it('is told to requests that are refused, too', async () => {
        const admitted = await counters.admit(owner, { perMinute: 1, perDay: 1 });
        const refused = await counters.admit(owner, { perMinute: 1, perDay: 1 });
        expect(epochOf(refused)).to.deep.equal(epochOf(admitted));
      });

      it('gives an owner whose first act is a bump an incarnation that lasts', async () => {
        await counters.bumpEpoch(owner, 'unknown');
        const first = epochOf(await counters.admit(owner, AMPLE));
        expect(epochOf(await counters.admit(owner, AMPLE))).to.deep.equal(first);
      });

      it('gives each owner an incarnation of its own', async () => {
        const incarnations = await atOnce(
          5,
          async (n) => epochOf(await counters.admit(`${owner}-${n}`, AMPLE)).incarnation,
        );
        expect(new Set(incarnations)).to.have.length(5);
      });
    });

    monthFacts(() => counters);

    describe('loss of everything', () => {
      let lose: () => Promise<void>;

      before(function () {
        if (!made.loseEverything) this.skip();
        lose = made.loseEverything;
      });

      it('starts a new incarnation of epochs', async () => {
        const before = epochOf(await counters.admit(owner, AMPLE));
        await lose();
        expect(epochOf(await counters.admit(owner, AMPLE)).incarnation).not.to.equal(before.incarnation);
      });

      it('starts a new incarnation of epochs when a bump comes first', async () => {
        const before = epochOf(await counters.admit(owner, AMPLE));
        await lose();
        await counters.bumpEpoch(owner, 'unknown');
        expect(epochOf(await counters.admit(owner, AMPLE)).incarnation).not.to.equal(before.incarnation);
      });

      it('asks to count the month again, and counts and units of before change nothing', async () => {
        const month = { owner, month: '2031-07' };
        const old = await roundToCount(counters, month);
        await counters.seedQuota(month, old, 1);
        const unit = newUnit(month);
        await counters.reserveQuota(unit, 10);
        await lose();
        const round = await roundToCount(counters, month);
        await counters.seedQuota(month, old, 500);
        await counters.seedQuota(month, round, 2);
        await counters.releaseQuota(unit);
        expect(await usedOf(counters, month)).to.equal(2);
      });
    });
  });
}

function epochOf(admission: Admission): Epoch {
  if (!admission.epoch) throw new Error('the admission has no epoch');
  return admission.epoch;
}
