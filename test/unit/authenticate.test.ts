import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { hashApiKey, newApiKey, type ApiKeyRecord } from '../../src/domain/api-key.js';
import { QuireError, UnavailableError } from '../../src/domain/errors.js';
import type { ApiKeyRecords } from '../../src/log/api-key-records.js';
import { createAuthenticate } from '../../src/operations/authenticate.js';
import { until } from '../support/until.js';

const FREE = { name: 'free', perMinute: 1, perDay: 2, documentsPerMonth: 3 };
const RECORD: ApiKeyRecord = {
  id: 'key_1', owner: 'alice', roles: ['folders:read'], label: null, created: '', expires: null, retires: null, revoked: null,
};

/** A store of one key that can go away. */
function oneKey() {
  const key = newApiKey();
  const store = { key, isDown: false, record: RECORD, looks: 0, silence: Promise.resolve() };
  const answer = async <T>(find: () => T): Promise<T> => {
    store.looks++;
    await store.silence;
    if (store.isDown) throw new UnavailableError('down');
    return find();
  };
  const records = {
    read: (hash: string) => answer(() => (hash === hashApiKey(key) ? store.record : undefined)),
    readPlan: () => answer(() => undefined),
  } as unknown as ApiKeyRecords;
  return { store, authenticate: createAuthenticate(records, new Map([['free', FREE]]), FREE) };
}

describe('authenticate', () => {
  it('gives owner, roles and plan of a key', async () => {
    const { store, authenticate } = oneKey();
    expect(await authenticate(store.key))
      .to.deep.equal({ keyId: 'key_1', owner: 'alice', roles: new Set(['folders:read']), plan: FREE });
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
    await delay(5_050);
    expect((await authenticate(store.key)).owner).to.equal('alice');
    store.isDown = false;
    store.record = { ...RECORD, revoked: '2020-01-01T00:00:00.000Z' };
    await delay(5_050);
    expect(await failure(authenticate(store.key))).to.equal('INVALID_API_KEY');
  }).timeout(15_000);

  it('waits for a store that says nothing once, then only asks it, until it says something', async () => {
    const { store, authenticate } = oneKey();
    await authenticate(store.key);
    store.isDown = true;
    await delay(5_050);
    const answered = await silenced(store, async (breakSilence) => {
      const waiting = authenticate(store.key);
      expect(await Promise.race([waiting, delay(100, 'none yet')])).to.equal('none yet');
      breakSilence();
      return waiting;
    });
    expect(answered.owner).to.equal('alice');
    await delay(1_050);
    const looks = store.looks;
    await silenced(store, async () => {
      for (let i = 0; i < 3; i++) expect((await authenticate(store.key)).owner).to.equal('alice');
      store.isDown = false;
      store.record = { ...RECORD, revoked: '2020-01-01T00:00:00.000Z' };
    });
    expect(store.looks).to.equal(looks + 2);
    await until(async () => await failure(authenticate(store.key)) === 'INVALID_API_KEY');
  }).timeout(15_000);
});

/** The store says nothing before `work` has ended or has broken the silence. */
async function silenced<T>(
  store: { silence: Promise<void> }, work: (breakSilence: () => void) => Promise<T>,
): Promise<T> {
  let end: () => void = () => undefined;
  store.silence = new Promise((resolve) => { end = resolve; });
  try {
    return await work(end);
  } finally {
    end();
  }
}

async function failure(judged: Promise<unknown>): Promise<string> {
  const error = await judged.then(() => undefined, (raised: unknown) => raised);
  return error instanceof QuireError ? error.code : String(error);
}
