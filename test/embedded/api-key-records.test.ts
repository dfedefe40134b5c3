import { expect } from 'chai';
import { SqliteObjectStore } from '../../src/adapters/sqlite/log/sqlite-object-store.js';
import { hashApiKey } from '../../src/domain/api-key.js';
import { ApiKeyRecords } from '../../src/log/api-key-records.js';
import { createKnownKeys } from '../../src/operations/auth/known-keys.js';
import { addText } from '../support/log-objects.js';
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '../../src/operations/auth/api-keys.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('ApiKeyRecords', () => {
  let folder: string;
  let store: SqliteObjectStore;
  let records: ApiKeyRecords;
  beforeEach(async () => {
    folder = temporaryFolder();
    store = SqliteObjectStore.of(folder);
    records = new ApiKeyRecords(store);
  });
  afterEach(() => store.close());

  const issue = () => createApiKey(records, { owner: 'alice', roles: [], label: null, expires: null });

  it('keep a revocation whatever is written to the record of the key at the same moment', async () => {
    const { key, record } = await issue();
    const asReadBefore = await records.read(hashApiKey(key));
    await revokeApiKey(records, record.id);
    await records.write(hashApiKey(key), asReadBefore!);
    expect((await records.read(hashApiKey(key)))?.revoked).to.be.a('string');
  });

  it('keep the time of the first revocation', async () => {
    const { record } = await issue();
    const first = await revokeApiKey(records, record.id);
    expect(await revokeApiKey(records, record.id)).to.deep.equal(first);
    expect(await listApiKeys(records)).to.deep.equal([first]);
  });

  it('rotate a key into one alike, and end the old one after its grace', async () => {
    const { record } = await issue();
    const before = Date.now();
    const { record: next } = await rotateApiKey(records, record.id, 60_000);
    expect(next).to.include({ owner: 'alice', label: null, expires: null });
    const old = (await listApiKeys(records)).find(({ id }) => id === record.id);
    expect(Date.parse(String(old?.retires)) - before).to.be.within(60_000, 70_000);
    expect(old?.expires).to.equal(null);
  });

  it('set another mark after each change, and none by reading', async () => {
    const marks = [await records.readMark()];
    const after = async (change: () => Promise<unknown>) => {
      await change();
      marks.push(await records.readMark());
    };
    let id = '';
    await after(async () => {
      id = (await issue()).record.id;
    });
    await after(() => records.writePlan('alice', 'pro'));
    await after(() => rotateApiKey(records, id, 60_000));
    await after(() => revokeApiKey(records, id));
    await after(() => revokeApiKey(records, id));
    expect(new Set(marks).size).to.equal(marks.length);
    await Promise.all([listApiKeys(records), records.readPlan('alice')]);
    expect(await records.readMark()).to.equal(marks.at(-1));
  });

  it('are listed beside one that is unreadable', async () => {
    const { record } = await issue();
    await addText(store, `keys/${'0'.repeat(64)}.json`, 'torn {');
    expect(await listApiKeys(records)).to.deep.equal([record]);
  });

  for (const [what, wrong] of Object.entries<Record<string, unknown>>({
    'no owner': { owner: undefined },
    'roles that are text': { roles: 'documents:read' },
    'a number for its end': { expires: 5 },
  })) {
    it(`are listed without one that has ${what}, which does not work`, async () => {
      const [{ record }, other] = [await issue(), await issue()];
      const { revoked: _, ...stored } = { ...other.record, ...wrong };
      await addText(store, `keys/${hashApiKey(other.key)}.json`, JSON.stringify({ format: 3, ...stored }));
      expect(await listApiKeys(records)).to.deep.equal([record]);
      expect(await createKnownKeys(records).find(hashApiKey(other.key))).to.equal(undefined);
    });
  }

  it('do not work where the revocation cannot be read', async () => {
    const { key, record } = await issue();
    await revokeApiKey(records, record.id);
    await addText(store, `revocations/${hashApiKey(key)}.json`, '{"format":3}');
    expect(await createKnownKeys(records).find(hashApiKey(key))).to.equal(undefined);
  });
});
