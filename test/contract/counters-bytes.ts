import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { CounterStore } from '../../src/ports/counter-store.js';
import type { QuotaRequest, RateLimits, RateWindow, ReservedBytes } from '../../src/ports/counters.js';
import { AMPLE, atOnce, DAY_MS, MINUTE_MS, newUnit, seed, inTurn } from './counters-helpers.js';

export function bytesFacts(counters: () => CounterStore): void {
  describe('the window of bytes', () => {
    let owner: string;
    beforeEach(() => {
      owner = `owner-${randomUUID()}`;
    });
    const limits = { ...AMPLE, bytesPerDay: 1_000 };
    const store = (bytes: number) => counters().bumpEpoch(owner, 'unknown', { bytes });
    const ask = (bytes?: QuotaRequest['bytes'], own: RateLimits = limits) => counters().admit(owner, own, { bytes });
    const refusedBy = async (bytes?: QuotaRequest['bytes'], own?: RateLimits) => (await ask(bytes, own)).refusedBy;

    const left = async (own: RateLimits = limits) => (await ask('shown', own)).bytes?.remaining;
    const reserve = async (bytes: number) => (await ask(bytes)).reserved as ReservedBytes;
    const raise = (bytes: number, reserved?: ReservedBytes) =>
      counters().reserveBytes(owner, 1_000, { bytes, reserved });

    it('counts what is asked for at once, and what was written in its place', async () => {
      const { bytes, reserved } = await ask(700);
      expect([bytes?.remaining, reserved?.bytes]).to.deep.equal([300, 700]);
      await counters().bumpEpoch(owner, 'unknown', { bytes: 400, reserved });
      expect(await left()).to.equal(600);
      await counters().bumpEpoch(owner, 'unknown', { bytes: 500, reserved: await reserve(300) });
      expect(await left()).to.equal(100);
    });

    it('refuses where less is left than is asked for, and nothing that fits', async () => {
      await store(300);
      expect([await refusedBy(701), await refusedBy(700), await refusedBy(0)]).to.deep.equal([
        'bytes',
        undefined,
        'bytes',
      ]);
    });

    it('is never passed by requests at once, of which it admits as many as fit', async () => {
      const admitted = await atOnce(50, () => ask(90));
      expect(admitted.filter((admission) => admission.refusedBy === undefined)).to.have.length(11);
      expect(await left()).to.equal(10);
    });

    it('reserves nothing for a request of unknown size, that stores nothing, that is refused or has no limit', async () => {
      const minute = { ...limits, perMinute: 0 };
      const admissions = [await ask(0), await ask('shown'), await ask(), await ask(1_001), await ask(5, minute)];
      admissions.push(await ask(5, AMPLE));
      expect(admissions.map(({ reserved }) => reserved)).to.deep.equal(new Array(6).fill(undefined));
      expect(await left()).to.equal(1_000);
    });

    it('has all of it again that is given back, by the request or with a write of nothing', async () => {
      await counters().releaseBytes(owner, await reserve(400));
      expect(await left()).to.equal(1_000);
      await counters().bumpEpoch(owner, 'unknown', { reserved: await reserve(400) });
      expect(await left()).to.equal(1_000);
    });

    it('raises what is reserved where there is room, and else leaves it as it is', async () => {
      const first = await raise(300);
      expect([first.isGranted, first.reserved?.bytes, first.window.remaining]).to.deep.equal([true, 300, 700]);
      await store(200);
      const second = await raise(800, first.reserved);
      expect([second.isGranted, second.reserved?.bytes, await left()]).to.deep.equal([true, 800, 0]);
      const third = await raise(801, second.reserved);
      expect([third.isGranted, third.reserved, third.window.remaining]).to.deep.equal([false, second.reserved, 0]);
      await counters().releaseBytes(owner, second.reserved as ReservedBytes);
      expect(await left()).to.equal(800);
    });

    it('reserves for writes at once no more than there is', async () => {
      const raised = await atOnce(20, () => raise(300));
      expect(raised.filter(({ isGranted }) => isGranted)).to.have.length(3);
      expect(await left()).to.equal(100);
    });

    it('gives nothing back of what another window counted', async () => {
      const { bytes } = await reserve(600);
      const earlier = { bytes, leftMs: 1 };
      await counters().releaseBytes(owner, earlier);
      expect(await left()).to.equal(400);
      await counters().bumpEpoch(owner, 'unknown', { bytes: 100, reserved: earlier });
      expect(await left()).to.equal(300);
      expect((await raise(300, earlier)).window.remaining).to.equal(0);
    });

    it('counts further requests of a write in both windows of requests, whatever room they have', async () => {
      const few = { perMinute: 5, perDay: 200 };
      await counters().admit(owner, few);
      await counters().bumpEpoch(owner, 'folder', { requests: 100, bytes: 1 });
      const refused = await counters().admit(owner, few);
      expect([refused.refusedBy, refused.minute.remaining, refused.day.remaining]).to.deep.equal(['minute', 0, 99]);
      await counters().bumpEpoch(owner, 'folder', { requests: 100 });
      expect((await counters().admit(owner, few)).refusedBy).to.equal('day');
    });

    it('refuses all that stores once it is full, also what says nothing of its length, and reads go on', async () => {
      await store(999);
      expect(await refusedBy(0)).to.equal(undefined);
      await store(500);
      expect([await refusedBy(0), await refusedBy(1), await refusedBy()]).to.deep.equal(['bytes', 'bytes', undefined]);
      expect((await ask(0)).bytes).to.include({ limit: 1_000, remaining: 0 });
    });

    it('is not checked for a request that stores nothing, nor where there is no limit', async () => {
      await store(5_000);
      const free = await ask(5_000, AMPLE);
      expect([free.refusedBy, free.bytes]).to.deep.equal([undefined, undefined]);
      expect((await ask()).bytes).to.equal(undefined);
      expect(await refusedBy(0)).to.equal('bytes');
    });

    it('is shown to a request that stores nothing and asks for it, full or not, and refuses it never', async () => {
      expect((await ask('shown')).bytes).to.deep.equal({ limit: 1_000, remaining: 1_000, resetInMs: DAY_MS });
      await store(300);
      const stored = (await ask(0)).bytes as RateWindow;
      const shown = (await ask('shown')).bytes as RateWindow;
      expect(shown).to.include({ limit: 1_000, remaining: 700 });
      expect(shown.resetInMs).to.be.within(DAY_MS - MINUTE_MS, stored.resetInMs);
      await store(900);
      const full = await ask('shown');
      expect([full.refusedBy, full.bytes?.remaining, full.day.remaining]).to.deep.equal([undefined, 0, 996]);
      expect(await refusedBy(0)).to.equal('bytes');
      expect(await refusedBy('shown', { ...limits, bytesPerDay: 0 })).to.equal(undefined);
    });

    it('is shown also to a request that another window refuses, and not where there is no limit', async () => {
      await store(300);
      await ask('shown', { ...limits, perMinute: 1 });
      const refused = await ask('shown', { ...limits, perMinute: 1 });
      expect([refused.refusedBy, refused.bytes?.remaining]).to.deep.equal(['minute', 700]);
      expect((await ask('shown', AMPLE)).bytes).to.equal(undefined);
    });

    it('starts with the first bytes, and later ones do not move its end', async () => {
      expect((await ask(0)).bytes?.resetInMs).to.equal(DAY_MS);
      await store(1);
      const first = (await ask(0)).bytes?.resetInMs as number;
      expect(first).to.be.within(DAY_MS - MINUTE_MS, DAY_MS);
      await store(1);
      const second = (await ask(0)).bytes as RateWindow;
      expect(second.remaining).to.equal(998);
      expect(second.resetInMs).to.be.at.most(first);
    });

    it('counts a request that it refuses in no window', async () => {
      await store(1_000);
      await inTurn(3, () => ask(1));
      const next = await ask(undefined);
      expect([next.minute.remaining, next.day.remaining]).to.deep.equal([999, 999]);
      expect((await ask(1, { ...AMPLE, bytesPerDay: 1_001 })).refusedBy).to.equal(undefined);
    });

    it('is named after the day and before the minute when several are exhausted', async () => {
      await store(1);
      await counters().admit(owner, AMPLE);
      expect(await refusedBy(0, { perMinute: 1, perDay: 1, bytesPerDay: 1 })).to.equal('day');
      expect(await refusedBy(0, { perMinute: 1, perDay: 2, bytesPerDay: 1 })).to.equal('bytes');
      expect(await refusedBy(0, { perMinute: 1, perDay: 2, bytesPerDay: 2 })).to.equal('minute');
    });

    it('refuses everything that stores under a limit of 0', async () => {
      expect(await refusedBy(0, { ...AMPLE, bytesPerDay: 0 })).to.equal('bytes');
    });

    it("grows by each of 50 concurrent writes, and is each owner's own", async () => {
      await atOnce(50, () => store(7));
      expect((await ask(0)).bytes?.remaining).to.equal(650);
      expect((await counters().admit(`${owner}-2`, limits, { bytes: 0 })).bytes?.remaining).to.equal(1_000);
    });

    it('counts more bytes than 32 bits hold', async () => {
      await atOnce(3, () => store(4_000_000_000));
      const { bytes } = await ask(0, { ...AMPLE, bytesPerDay: 20_000_000_000 });
      expect(bytes?.remaining).to.equal(8_000_000_000);
    });

    it('is counted in the step that ends a create, too', async () => {
      const month = { owner, month: '2031-07' };
      await seed(counters(), month, 1);
      const unit = newUnit(month);
      await counters().reserveQuota(unit, 10);
      await counters().bumpEpoch(owner, 'unknown', { created: unit, bytes: 10 });
      expect(await counters().readQuota(month)).to.deep.equal({ outcome: 'known', used: 2, underWay: 0 });
      expect((await ask(0)).bytes?.remaining).to.equal(990);
    });
  });
}
