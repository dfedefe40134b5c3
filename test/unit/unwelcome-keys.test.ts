import { expect } from 'chai';
import { hashApiKey, newApiKey } from '../../src/domain/api-key.js';
import { failure, oneKey, REVOKED } from '../support/one-key.js';

describe('authenticate, for owners and keys that are not welcome', () => {
  it('refuses every key of a suspended owner within five seconds, and none any more when he is resumed', async () => {
    const { store, authenticate } = oneKey();
    await authenticate(store.key);
    Object.assign(store, { suspended: ['bob', 'alice'], mark: 'second' });
    store.clock.time += 5_001;
    expect(await failure(authenticate(store.key))).to.equal('INVALID_API_KEY');
    Object.assign(store, { suspended: ['bob'], mark: 'third' });
    store.clock.time += 5_001;
    expect((await authenticate(store.key)).owner).to.equal('alice');
  });

  it('asks once for all suspensions, whatever the number of owners', async () => {
    const { store, known } = oneKey();
    await Promise.all(Array.from({ length: 20 }, (_, n) => known.isSuspended(`owner-${n}`)));
    expect(store.suspensionLists).to.equal(1);
  });

  it('goes on refusing a suspended owner while the store is down', async () => {
    const { store, known, authenticate } = oneKey();
    store.suspended = ['alice'];
    expect(await failure(authenticate(store.key))).to.equal('INVALID_API_KEY');
    store.isDown = true;
    store.clock.time += 60_001;
    expect(await failure(authenticate(store.key))).to.equal('INVALID_API_KEY');
    expect(await known.isSuspended('bob')).to.equal(false);
  });

  it('looks up no key that it has not met where it must not', async () => {
    const { store, authenticate } = oneKey();
    store.isFull = true;
    expect(await failure(authenticate(newApiKey()))).to.equal('RATE_LIMITED');
    expect(await failure(authenticate(store.key))).to.equal('RATE_LIMITED');
    expect(await failure(authenticate('dk_mistyped'))).to.equal('INVALID_API_KEY');
    expect([store.looks, store.marks]).to.deep.equal([0, 0]);
  });

  it('asks nobody whether it may look up a key that it has met, however long ago that was', async () => {
    const { store, authenticate } = oneKey();
    await authenticate(store.key);
    expect(store.asked).to.deep.equal([hashApiKey(store.key)]);
    store.isFull = true;
    for (const pause of [0, 5_001, 60_001, 24 * 3_600_000]) {
      store.clock.time += pause;
      expect((await authenticate(store.key)).owner).to.equal('alice');
    }
    expect(store.asked).to.have.length(1);
  });

  it('asks again for a key that was not found, once that is in doubt', async () => {
    const { store, authenticate } = oneKey();
    const key = newApiKey();
    for (let n = 0; n < 3; n++) expect(await failure(authenticate(key))).to.equal('INVALID_API_KEY');
    expect(store.asked).to.have.length(1);
    store.isFull = true;
    store.clock.time += 5_001;
    expect(await failure(authenticate(key))).to.equal('RATE_LIMITED');
  });

  it('tells of a usable key when it has read it, not with each request, and of no other', async () => {
    const { store, authenticate } = oneKey();
    for (let n = 0; n < 3; n++) await authenticate(store.key);
    await failure(authenticate(newApiKey()));
    expect(store.met).to.deep.equal([hashApiKey(store.key)]);
    store.clock.time += 60_001;
    await authenticate(store.key);
    expect(store.met).to.have.length(2);
    store.record = REVOKED;
    store.mark = 'second';
    store.clock.time += 5_001;
    await failure(authenticate(store.key));
    expect(store.met).to.have.length(2);
  });

  it('is made to forget no valid key by 50,000 invented ones', async () => {
    const { store, known, authenticate } = oneKey();
    await authenticate(store.key);
    for (let n = 0; n < 50_001; n++) await known.find(`invented-${n}`);
    const { looks } = store;
    expect(known.wasSeen(hashApiKey(store.key))).to.equal(true);
    await authenticate(store.key);
    expect(store.looks).to.equal(looks);
  }).timeout(20_000);
});
