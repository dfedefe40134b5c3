import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { newApiKey } from '../../src/domain/api-key.js';
import { failure, FREE, oneKey, PRO, RECORD, REVOKED } from '../support/one-key.js';
import { until } from '../support/until.js';

describe('authenticate', () => {
  it('gives owner, roles and plan of a key', async () => {
    const { store, authenticate } = oneKey();
    expect(await authenticate(store.key)).to.deep.equal({
      keyId: 'key_1',
      label: null,
      owner: 'alice',
      roles: new Set(['folders:read']),
      expires: null,
      plan: FREE,
      hasDefaultPlan: true,
    });
  });

  it('gives the label of a key, and the earlier of its ends', async () => {
    const { store, authenticate } = oneKey();
    const ends = { expires: '2131-01-31T00:00:00.000Z', retires: '2130-01-31T00:00:00.000Z' };
    store.record = { ...RECORD, label: 'ci', ...ends };
    expect(await authenticate(store.key)).to.include({ label: 'ci', expires: ends.retires });
  });

  it('does not take a key for unknown while the store is down', async () => {
    const { store, authenticate } = oneKey();
    store.isDown = true;
    expect(await failure(authenticate(store.key))).to.equal('UNAVAILABLE');
    expect(await failure(authenticate(newApiKey()))).to.equal('UNAVAILABLE');
    store.isDown = false;
    expect((await authenticate(store.key)).owner).to.equal('alice');
  });

  it('goes on believing what it knows while the store is down, and looks again when it is up', async () => {
    const { store, authenticate } = oneKey();
    await authenticate(store.key);
    store.isDown = true;
    store.clock.time += 5_050;
    expect((await authenticate(store.key)).owner).to.equal('alice');
    store.isDown = false;
    store.record = REVOKED;
    store.mark = 'second';
    store.clock.time += 5_050;
    expect(await failure(authenticate(store.key))).to.equal('INVALID_API_KEY');
  });

  it('believes nothing for longer than five minutes while the store is down, and says while it does', async () => {
    const { store, authenticate } = oneKey();
    await authenticate(store.key);
    expect(store.believing).to.deep.equal([]);
    store.isDown = true;
    for (const pause of [6_000, 150_000, 140_000]) {
      store.clock.time += pause;
      expect((await authenticate(store.key)).owner).to.equal('alice');
    }
    store.clock.time += 5_000;
    expect(await failure(authenticate(store.key))).to.equal('UNAVAILABLE');
    expect(store.believing).to.deep.equal([true]);
    store.isDown = false;
    expect((await authenticate(store.key)).owner).to.equal('alice');
    expect(store.believing).to.deep.equal([true, false]);
  });

  it('believes nothing for longer than that either where requests never stop', async () => {
    const { store, authenticate } = oneKey();
    await authenticate(store.key);
    store.isDown = true;
    let believed = 0;
    for (let second = 0; second < 400; second++) {
      store.clock.time += 1_000;
      const answers = await Promise.all([authenticate(store.key), authenticate(store.key)].map(failure));
      if (answers.every((code) => code !== 'UNAVAILABLE')) believed = second + 1;
    }
    expect(believed).to.be.within(295, 302);
  });

  it('believes nothing longer because its own process has run out of descriptors', async () => {
    const refused = (code: string) => Object.assign(new Error(code), { code });
    const reasons: [Error, believed: boolean][] = [
      [refused('ECONNREFUSED'), true],
      [refused('EMFILE'), false],
      [refused('ENFILE'), false],
      // As a connection fails that was tried at several addresses.
      [new AggregateError([refused('EMFILE')]), false],
    ];
    for (const [whyDown, believed] of reasons) {
      const { store, authenticate } = oneKey();
      await authenticate(store.key);
      Object.assign(store, { isDown: true, whyDown });
      store.clock.time += 6_000;
      expect(
        await authenticate(store.key).then(
          () => true,
          () => false,
        ),
        String(whyDown),
      ).to.equal(believed);
    }
  });

  it('waits for a store that says nothing once, then only asks it, until it says something', async () => {
    const { store, authenticate } = oneKey();
    await authenticate(store.key);
    store.isDown = true;
    store.clock.time += 5_050;
    const answered = await silenced(store, async (breakSilence) => {
      const waiting = authenticate(store.key);
      expect(await Promise.race([waiting, turn('none yet')])).to.equal('none yet');
      breakSilence();
      return waiting;
    });
    expect(answered.owner).to.equal('alice');
    store.clock.time += 1_050;
    const { marks } = store;
    await silenced(store, async () => {
      for (let i = 0; i < 3; i++) expect((await authenticate(store.key)).owner).to.equal('alice');
      store.isDown = false;
      store.record = REVOKED;
      store.mark = 'second';
    });
    expect(store.marks).to.equal(marks + 1);
    await until(async () => (await failure(authenticate(store.key))) === 'INVALID_API_KEY');
  });

  it('does not read a record again while the mark says that nothing has changed', async () => {
    const { store, authenticate } = oneKey();
    for (let i = 0; i < 10; i++) {
      await authenticate(store.key);
      store.clock.time += 5_001;
    }
    expect(store.looks).to.equal(1);
    expect(store.marks).to.equal(10);
  });

  it('asks for the mark once for all keys of the same moment', async () => {
    const { store, authenticate } = oneKey();
    await Promise.all(Array.from({ length: 20 }, () => failure(authenticate(newApiKey()))));
    expect(store.marks).to.equal(1);
    expect(store.looks).to.equal(20);
  });

  it('ends a revoked key within five seconds from when its revocation was marked, whenever that is', async () => {
    // Looked up for the first time between two questions for the mark, which others ask for.
    const begunAt = 1_300;
    for (let revokedAt = begunAt; revokedAt < 14_000; revokedAt += 500) {
      const { store, authenticate } = oneKey();
      for (let elapsed = 0; elapsed < revokedAt; elapsed += 100) {
        await failure(authenticate(newApiKey()));
        if (elapsed >= begunAt) await authenticate(store.key);
        store.clock.time += 100;
      }
      store.record = REVOKED;
      store.mark = 'second';
      for (let elapsed = 0; elapsed < 5_000; elapsed += 100) {
        await failure(authenticate(newApiKey()));
        await failure(authenticate(store.key));
        store.clock.time += 100;
      }
      expect(await failure(authenticate(store.key)), `revoked after ${revokedAt} ms`).to.equal('INVALID_API_KEY');
    }
  });

  it('takes for the mark of a record one that is older than it', async () => {
    const { store, authenticate } = oneKey();
    store.onRead = () => {
      store.clock.time += 3_000;
      store.record = REVOKED;
      store.mark = 'second';
    };
    await authenticate(store.key);
    store.clock.time += 5_001;
    expect(await failure(authenticate(store.key))).to.equal('INVALID_API_KEY');
  });

  it('learns by another mark of a key that was unknown, and of another plan', async () => {
    const { store, authenticate } = oneKey();
    const key = newApiKey();
    expect((await authenticate(store.key)).plan).to.equal(FREE);
    expect(await failure(authenticate(key))).to.equal('INVALID_API_KEY');
    Object.assign(store, { key, plan: 'pro', mark: 'second' });
    store.clock.time += 5_001;
    expect(await authenticate(key)).to.include({ plan: PRO, hasDefaultPlan: false });
  });

  it('takes the default plan for one that was removed, and says that it is the default one', async () => {
    const { store, authenticate } = oneKey();
    store.plan = 'removed';
    expect(await authenticate(store.key)).to.include({ plan: FREE, hasDefaultPlan: true });
  });

  it('reads the records themselves where the mark is unreadable', async () => {
    const { store, authenticate } = oneKey();
    store.isMarkTorn = true;
    for (let looks = 1; looks <= 3; looks++) {
      expect((await authenticate(store.key)).owner).to.equal('alice');
      expect(store.looks).to.equal(looks);
      store.clock.time += 5_001;
    }
    store.record = REVOKED;
    expect(await failure(authenticate(store.key))).to.equal('INVALID_API_KEY');
  });

  it('looks again where an answer was so slow that it is too old when it comes', async () => {
    const { store, authenticate } = oneKey();
    await authenticate(store.key);
    store.clock.time += 5_001;
    await silenced(store, async (breakSilence) => {
      const checked = failure(authenticate(store.key));
      store.onMark = () => {
        store.record = REVOKED;
        store.mark = 'second';
      };
      store.clock.time += 5_001;
      breakSilence();
      expect(await checked).to.equal('INVALID_API_KEY');
    });
  });

  it('reads a record again after a minute whatever the mark: who changed it may have been killed before', async () => {
    const { store, authenticate } = oneKey();
    await authenticate(store.key);
    store.record = REVOKED;
    store.clock.time += 59_000;
    expect((await authenticate(store.key)).owner).to.equal('alice');
    store.clock.time += 1_001;
    expect(await failure(authenticate(store.key))).to.equal('INVALID_API_KEY');
  });
});

/** The store says nothing before `work` has ended or has broken the silence. */
async function silenced<T>(
  store: { silence: Promise<void> },
  work: (breakSilence: () => void) => Promise<T>,
): Promise<T> {
  let end: () => void = () => undefined;
  store.silence = new Promise((resolve) => {
    end = resolve;
  });
  try {
    return await work(end);
  } finally {
    end();
  }
}
