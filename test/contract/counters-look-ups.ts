import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { CounterStore } from '../../src/ports/counter-store.js';
import { until } from '../support/until.js';
import { atOnce, MINUTE_MS } from './counters-helpers.js';

export function lookUpFacts(counters: () => CounterStore): void {
  describe('look-ups of unknown keys', () => {
    let owner: string;
    beforeEach(() => {
      owner = `owner-${randomUUID()}`;
    });
    const lookUp = (keyHash = randomUUID(), address = owner) =>
      counters().admitLookUp({ scope: 'keyless', address, perMinute: 2, perSecond: 5, keyHash });
    const fill = (address = owner) => atOnce(2, () => counters().admitAddress('keyless', address, 2));

    it('are allowed while the window of the address has room, and are not counted in it', async () => {
      const admissions = await atOnce(20, () => lookUp());
      expect(admissions.every(({ allowed }) => allowed)).to.equal(true);
      expect(admissions.at(-1)?.window).to.include({ limit: 2, remaining: 2 });
      expect((await counters().admitAddress('keyless', owner, 2)).window.remaining).to.equal(1);
    });

    it('are five of 50 at once where the window is full, and others again later', async () => {
      await fill();
      const startedAt = performance.now();
      const admissions = await atOnce(50, () => lookUp());
      const seconds = 1 + Math.floor((performance.now() - startedAt) / 900);
      const allowed = admissions.filter((admission) => admission.allowed).length;
      expect(allowed).to.be.within(5, 5 * seconds);
      const refused = admissions.find((admission) => !admission.allowed);
      expect(refused?.window).to.include({ limit: 2, remaining: 0 });
      expect(refused?.window.resetInMs).to.be.within(1, MINUTE_MS);
      await until(async () => (await lookUp()).allowed);
    });

    it('of a key that was met are allowed however many there are, and take nothing from others', async () => {
      await fill();
      const met = randomUUID();
      expect(await counters().wasKeySeen(met)).to.equal(false);
      await counters().markKeySeen(met);
      expect(await counters().wasKeySeen(met)).to.equal(true);
      const admissions = await atOnce(50, () => lookUp(met));
      expect(admissions.every(({ allowed }) => allowed)).to.equal(true);
      const others = await atOnce(5, () => lookUp());
      expect(others.every(({ allowed }) => allowed)).to.equal(true);
    });

    it('of a key that was met are allowed where strangers have taken all', async () => {
      await fill();
      const met = randomUUID();
      await counters().markKeySeen(met);
      await until(async () => !(await lookUp()).allowed);
      expect((await lookUp(met)).allowed).to.equal(true);
    });

    it('are counted apart for each address', async () => {
      await fill();
      await until(async () => !(await lookUp()).allowed);
      await fill(`${owner}-2`);
      expect((await lookUp(randomUUID(), `${owner}-2`)).allowed).to.equal(true);
    });
  });
}
