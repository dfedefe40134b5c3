import { expect } from 'chai';
import type { RedisCounters } from '../../src/adapters/redis/redis-counters.js';
import type { Epoch } from '../../src/ports/counters.js';
import type { RedisUnderTest } from './redis-keys.js';

const ONE = { perMinute: 1, perDay: 1_000 };

/** What Redis tells of an owner's writes since an epoch. */
export function changesFacts(get: () => { counters: RedisCounters; redis: RedisUnderTest }): void {
  describe('changes', () => {
    const keyOf = (name: string) => `${get().redis.prefix}{ann}:${name}`;
    const wrote = (id: string) => ({ document: id });
    const changesSince = async (since: Epoch | undefined) =>
      (await get().counters.admit('ann', ONE, { since })).changes;
    const epoch = async () => (await get().counters.admit('ann', ONE)).epoch!;

    it('are told in order, one for each step after the one that was asked about', async () => {
      const [first, changes] = [await epoch(), [wrote('one'), 'folder', 'unknown', wrote('one')] as const];
      for (const change of changes) await get().counters.bumpEpoch('ann', change);
      expect(await changesSince(first)).to.deep.equal(changes);
      expect(await changesSince({ ...first, sequence: first.sequence + 2 })).to.deep.equal(changes.slice(2));
      expect(await changesSince({ ...first, sequence: first.sequence + 4 })).to.deep.equal([]);
    });

    it('are those of the owner alone', async () => {
      const first = await epoch();
      await get().counters.admit('bob', ONE);
      await get().counters.bumpEpoch('bob', wrote('his'));
      expect(await changesSince(first)).to.deep.equal([]);
    });

    it('are not told where none were asked for, or after an epoch that is not of this incarnation, or not yet', async () => {
      const first = await epoch();
      await get().counters.bumpEpoch('ann', wrote('one'));
      expect(await changesSince(undefined)).to.equal(undefined);
      expect(await changesSince({ incarnation: 'another', sequence: 0 })).to.equal(undefined);
      expect(await changesSince({ ...first, sequence: first.sequence + 2 })).to.equal(undefined);
    });

    it('nothingDropped: are not told where some are kept no more', async () => {
      const first = await epoch();
      for (let n = 0; n < 129; n++) await get().counters.bumpEpoch('ann', wrote(`document ${n}`));
      expect(await changesSince(first)).to.equal(undefined);
      expect(await changesSince({ ...first, sequence: first.sequence + 1 })).to.have.length(128);
    });

    it('nothingDropped: are not told where some were lost, and are again where later ones are all there', async () => {
      const first = await epoch();
      for (const id of ['one', 'two']) await get().counters.bumpEpoch('ann', wrote(id));
      await get().redis.client.del(keyOf('changes'));
      for (const id of ['three', 'four']) await get().counters.bumpEpoch('ann', wrote(id));
      for (const known of [0, 1]) expect(await changesSince({ ...first, sequence: known })).to.equal(undefined);
      expect(await changesSince({ ...first, sequence: 2 })).to.deep.equal([wrote('three'), wrote('four')]);
    });

    it('nothingDropped: are not told where somebody moved the epoch who does not know of them', async () => {
      const first = await epoch();
      await get().counters.bumpEpoch('ann', wrote('one'));
      await get().redis.client.hincrby(keyOf('epoch'), 'sequence', 1);
      await get().counters.bumpEpoch('ann', wrote('three'));
      for (const known of [0, 1]) expect(await changesSince({ ...first, sequence: known })).to.equal(undefined);
      expect(await changesSince({ ...first, sequence: 2 })).to.deep.equal([wrote('three')]);
    });

    for (const [name, next] of [
      ['a request', () => epoch()],
      ['a write', () => get().counters.bumpEpoch('ann', wrote('new'))],
    ] as const) {
      it(`are none of the incarnation before, where ${name} begins a new one`, async () => {
        await epoch();
        for (const id of ['one', 'two', 'three']) await get().counters.bumpEpoch('ann', wrote(id));
        await get().redis.client.del(keyOf('epoch'));
        await next();
        const { incarnation } = await epoch();
        await get().counters.bumpEpoch('ann', wrote('four'));
        expect(await changesSince({ incarnation, sequence: 0 })).to.deep.equal([wrote('four')]);
      });
    }
  });
}
