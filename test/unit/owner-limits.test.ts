import { expect } from 'chai';
import { OverloadedError } from '../../src/domain/errors.js';
import { OwnerLimits } from '../../src/adapters/opensearch/documents/owner-limits.js';

const turn = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('OwnerLimits', () => {
  it('let sixteen searches of an owner go on at once, the others in order, and those of others beside them', async () => {
    const limits = new OwnerLimits(10_000);
    const ends: (() => void)[] = [];
    const search = (owner: string) =>
      limits.run(
        owner,
        () =>
          new Promise<void>((resolve) => {
            ends.push(resolve);
          }),
      );
    const all = Array.from({ length: 20 }, () => search('ann'));
    await turn();
    expect(ends).to.have.length(16);
    const other = search('bob');
    await turn();
    expect(ends).to.have.length(17);
    ends.pop()?.();
    await other;
    for (let n = 0; n < 20; n++) {
      ends.shift()?.();
      await turn();
    }
    await Promise.all(all);
  });

  it('refuse a search whose turn does not come in time, and never begin it', async () => {
    const limits = new OwnerLimits(20);
    const ends: (() => void)[] = [];
    const search = () =>
      limits.run(
        'ann',
        () =>
          new Promise<void>((resolve) => {
            ends.push(resolve);
          }),
      );
    const all = Array.from({ length: 16 }, search);
    expect(await search().catch((error: unknown) => error)).to.be.instanceOf(OverloadedError);
    for (const end of ends) end();
    await Promise.all(all);
    await turn();
    expect(ends).to.have.length(16);
  });

  it('pass on what a search raises, and go on', async () => {
    const limits = new OwnerLimits(10_000);
    const failing = limits.run('ann', async () => {
      throw new Error('away');
    });
    expect(await failing.catch((error: Error) => error.message)).to.equal('away');
    expect(await limits.run('ann', async () => 'found')).to.equal('found');
  });
});
