import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { hashApiKey, newApiKey, type ApiKeyRecord } from '../../src/domain/api-key.js';
import { QuireError, UnavailableError } from '../../src/domain/errors.js';
import type { ApiKeyRecords } from '../../src/log/api-key-records.js';
import { createAuthenticate } from '../../src/operations/authenticate.js';

const FREE = { name: 'free', perMinute: 1, perDay: 2, documentsPerMonth: 3 };
const RECORD: ApiKeyRecord = {
  id: 'key_1', owner: 'alice', roles: ['folders:read'], label: null, created: '', expires: null, retires: null, revoked: null,
};

/** A store of one key that can go away. */
function oneKey() {
  const key = newApiKey();
  const store = { key, isDown: false, record: RECORD };
  const answer = async <T>(value: T): Promise<T> => {
    if (store.isDown) throw new UnavailableError('down');
    return value;
  };
  const records = {
    read: (hash: string) => answer(hash === hashApiKey(key) ? store.record : undefined),
    readPlan: () => answer(undefined),
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
});

async function failure(judged: Promise<unknown>): Promise<string> {
  const error = await judged.then(() => undefined, (raised: unknown) => raised);
  return error instanceof QuireError ? error.code : String(error);
}
