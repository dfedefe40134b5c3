import { expect } from 'chai';
import { entryOf } from '../../src/domain/document-key.js';
import { newId } from '../../src/domain/ids.js';
import { lifeKey } from '../../src/log/object-keys.js';
import { expectError, type Client } from '../http/client.js';
import { content, keyPath, put, unique } from '../http/making.js';
import { keyLife } from '../support/factories.js';
import { addText } from '../support/log-objects.js';
import { describeModes } from '../support/modes.js';
import { maintenanceHarnessOf } from './maintenance-harness.js';

const LONG_MS = 1e15;

describeModes('doctor, keys of documents', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);
  let owner: string;
  let client: Client;
  beforeEach(async () => ({ owner, client } = await getHarness().newCaller()));

  it('tells an entry that is missing or behind its life, and brings it forward', async () => {
    const { harness, index, admin } = await at();
    const [behind, missing] = [keyLife({ owner }), keyLife({ owner })];
    const higher = { ...behind, life: 2, id: newId(owner), marks: [{ key: 'k', request: 'r' }] };
    for (const life of [behind, higher, missing]) await harness.keyLog.claim(life);
    await admin.writeIfHigher(index, [{ kind: 'key', entry: entryOf(behind) }]);
    const { findings, left } = await harness.look();
    expect(findings['stale key']?.examples).to.have.members([behind.name, missing.name]);
    expect(left).to.equal(2);
    // Their PUTs may still be under way.
    expect((await harness.look({ writeMs: LONG_MS })).findings).to.deep.equal({});
    const repaired = await harness.repair();
    expect(repaired.findings['stale key']).to.deep.include({ count: 2, repaired: 2 });
    expect(repaired.left).to.equal(0);
    expect(await admin.readKeys(index, [behind.name, missing.name])).to.deep.equal([higher, missing].map(entryOf));
  });

  it('finds no fault in a life without a document, which the next PUT makes', async () => {
    const { harness, index, admin } = await at();
    const life = keyLife({ owner, key: unique() });
    await harness.keyLog.claim(life);
    await admin.writeIfHigher(index, [{ kind: 'key', entry: entryOf(life) }]);
    expect((await harness.look()).findings).to.deep.equal({});
    expectError(await client.get(keyPath(life.key)), 'DOCUMENT_NOT_FOUND');
    expect(await put(client, life.key, content())).to.include({ result: 'created', id: life.id });
  });

  it('names an entry of another document than its life, and a life that cannot be read, and leaves both', async () => {
    const { harness, index, admin } = await at();
    const [life, torn] = [keyLife({ owner }), keyLife({ owner })];
    const other = { ...entryOf(life), id: newId(owner) };
    await harness.keyLog.claim(life);
    for (const entry of [other, entryOf(torn)]) await admin.writeIfHigher(index, [{ kind: 'key', entry }]);
    await addText(harness.backends.store, lifeKey(torn.name, 1), '{"format":3');
    for (const report of [await harness.look(), await harness.repair()]) {
      const [differing, damaged] = [[life.name], [lifeKey(torn.name, 1)]];
      expect(report.findings['differing key']).to.deep.equal({ count: 1, repaired: 0, examples: differing });
      expect(report.findings['damaged life']).to.deep.equal({ count: 1, repaired: 0, examples: damaged });
      expect(report.left).to.equal(2);
    }
    expect(await admin.readKeys(index, [life.name])).to.deep.equal([other]);
    for (const { name } of [life, torn]) await harness.keyLog.remove(name, 1);
  });

  async function at() {
    const harness = getHarness();
    return { harness, index: await harness.index(), admin: harness.backends.admin };
  }
});
