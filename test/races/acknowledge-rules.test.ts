/** The rules of the write protocol that make a write visible to searches before it is answered. */
import { expect } from 'chai';
import { PAGE_LIFE_MS } from '../../src/domain/limits.js';
import { expectError, expectStatus } from '../http/client.js';
import { create, put, search, unique } from '../http/making.js';
import { neverRefreshByItself } from '../support/never-refresh.js';
import { until } from '../support/until.js';
import { saying, type ReplicaCallers } from './support.js';
import { describeTwoReplicas, type ReplicaFaults } from './two-replicas.js';

describeTwoReplicas('the protocol of answers', 20_000, (replicas) => {
  let callers: ReplicaCallers;
  let faults: ReplicaFaults;
  before(async () => {
    callers = await replicas().callers();
    faults = replicas().faults;
    await neverRefreshByItself(replicas().storage);
    await create(callers[0], saying(unique()));
    // From here on the other service knows of a refresh for the epoch as it is.
    await search(callers[1], { q: unique() });
  });

  /** A page is kept when it is asked for again. */
  const keepPage = async (q: string) => {
    for (let n = 0; n < 2; n++) await search(callers[1], { q });
  };

  it('bumpBeforeAck: a write is answered when its epoch has moved on', async () => {
    const word = unique();
    let isAnswered = false;
    let wasAnswered: boolean | undefined;
    faults.once('bumpEpoch', async (real) => {
      // A whole request of the other service: time enough for an answer that waits for nothing.
      await search(callers[1], { q: word });
      wasAnswered = isAnswered;
      return real();
    });
    await create(callers[0], saying(word)).then(() => {
      isAnswered = true;
    });
    expect(wasAnswered).to.equal(false);
    expect((await search(callers[1], { q: word })).count).to.equal(1);
  });

  it('refreshWhenBumpFails: a write whose epoch could not move on is visible when it is answered', async () => {
    for (const fault of [faults.failed, faults.late]) {
      const word = unique();
      // From here on the other service knows of a refresh for the epoch as it is and stays.
      await search(callers[1], { q: word });
      const before = faults.count('refresh');
      faults.once('bumpEpoch', fault);
      const { id } = await create(callers[0], saying(word));
      expect(faults.count('refresh')).to.equal(before + 1);
      expect((await search(callers[1], { q: word })).results.map((found) => found.id)).to.deep.equal([id]);
    }
  });

  it('waitWhenBumpFails: a write whose epoch could not move on is not hidden by a page that was made before', async () => {
    const word = unique();
    faults.once('bumpEpoch', async (real, args) => {
      // Kept by the other service from here on, under an epoch that stays.
      await keepPage(word);
      return faults.failed(real, args);
    });
    const { id } = await create(callers[0], saying(word));
    expect((await search(callers[1], { q: word })).results.map((found) => found.id)).to.deep.equal([id]);
  });

  it('waitAfterRefresh: a write whose epoch could not move on is not hidden by a page that was made while it refreshed', async () => {
    const word = unique();
    faults.once('bumpEpoch', faults.failed);
    faults.once('refresh', async (real) => {
      // A wait that was counted from before the refresh is over by then.
      const since = performance.now();
      await until(async () => performance.now() - since > PAGE_LIFE_MS + 100);
      await keepPage(word);
      return real();
    });
    const { id } = await create(callers[0], saying(word));
    expect((await search(callers[1], { q: word })).results.map((found) => found.id)).to.deep.equal([id]);
  });

  it('a patch that finds its change made already announces it, as its writer may have died before', async () => {
    const { id } = await create(callers[0], saying(unique()));
    const word = unique();
    const patch = () => callers[0].patch(`/v1/documents/${id}`, { title: word });
    await keepPage(word);
    faults.once('bumpEpoch', faults.failed);
    faults.once('refresh', faults.failed);
    expectError(await patch(), 'UNAVAILABLE');
    await keepPage(word);
    expect(expectStatus(await patch(), 200)).to.include({ version: 2 });
    expect((await search(callers[1], { q: word })).results.map((found) => found.id)).to.deep.equal([id]);
  });

  it('a PUT by key after a deletion announces the deletion, as its request may have died before', async () => {
    const [faulty, sound] = await replicas().callers();
    const [key, word] = [unique(), unique()];
    // The service with the faults has not met the key before.
    const former = await put(sound, key, saying(word));
    await search(sound, { q: word });
    faults.once('bumpEpoch', faults.failed);
    faults.once('refresh', faults.failed);
    expectError(await faulty.delete(`/v1/documents/${former.id}`), 'UNAVAILABLE');
    const { id } = await put(faulty, key, saying(word));
    expect((await search(sound, { q: word })).results.map((found) => found.id)).to.deep.equal([id]);
  });
});
