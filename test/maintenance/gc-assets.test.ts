import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { newId } from '../../src/domain/ids.js';
import { encodeSlot } from '../../src/log/slot-codec.js';
import { AssetLog } from '../../src/log/asset-log.js';
import { assetEntryKey, assetKey, slotKey, type AssetName } from '../../src/log/object-keys.js';
import { KeptAssets } from '../../src/operations/assets/kept-assets.js';
import type { ObjectStore } from '../../src/ports/object-store.js';
import { expectError, expectStatus, type Client } from '../http/client.js';
import { create, push } from '../http/making.js';
import { altered, versionSlot } from '../support/log-objects.js';
import { describeModes } from '../support/modes.js';
import { DAY_MS, maintenanceHarnessOf, RETENTION_MS } from './maintenance-harness.js';

const HOUR_MS = DAY_MS / 24;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const TOMORROW = 25 * HOUR_MS;

describeModes('gc of assets', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);
  let owner: string;
  let client: Client;
  beforeEach(async () => {
    ({ owner, client } = await getHarness().newCaller());
  });

  const store = (): ObjectStore => getHarness().backends.store;
  const nameOf = (sha256: string): AssetName => ({ owner, sha256 });
  /** Whether it has ended the asset. */
  async function gcIn(ms: number, sha256: string): Promise<boolean> {
    await getHarness().gc({ at: inMs(ms) });
    return (await new AssetLog(store()).newest(nameOf(sha256)))?.kind === 'ended';
  }
  const sent = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

  async function keep(bytes = randomBytes(20)): Promise<string> {
    const answer = await client.send('PUT', `/v1/assets/${sent(bytes)}`, { body: bytes, headers: {} });
    expect(answer.status).to.be.oneOf([200, 201]);
    return sent(bytes);
  }

  /** Keys of all that the log has of an asset. */
  async function remains(sha256: string): Promise<string[]> {
    const keys: string[] = [];
    for (const prefix of ['assets', 'asset-log', 'asset-uses']) {
      for await (const key of store().list(`${prefix}/${owner}/${sha256}/`)) keys.push(key);
    }
    return keys;
  }

  it('removes what no document uses, a day after somebody wanted it, and nothing else', async () => {
    const [unused, used] = [await keep(), await keep()];
    const { id } = await create(client, { assets: { a: used } });
    await push(client, id, { assets: {} });
    expect(await gcIn(23 * HOUR_MS, unused)).to.equal(false);
    expectStatus(await client.get(`/v1/assets/${unused}`), 200);
    const { assets } = await getHarness().preview({ at: inMs(TOMORROW) });
    expect(assets).to.be.above(0);
    expect(await getHarness().gc({ at: inMs(TOMORROW) })).to.include({ assets });
    expect(await remains(unused)).to.deep.equal([assetEntryKey(nameOf(unused), 2)]);
    expectStatus(await client.get(`/v1/documents/${id}/versions/1/assets/${used}`), 200);
    expect(await getHarness().gc({ at: inMs(TOMORROW) })).to.include({ assets: 0 });
    expect(await remains(unused)).to.have.length(1);
    const { findings } = await getHarness().look();
    expect(findings).to.not.have.property('missing asset');
  });

  it('removes what a deleted document used once its retention is over', async () => {
    const sha256 = await keep();
    const { id } = await create(client, { assets: { a: sha256 } });
    expectStatus(await client.delete(`/v1/documents/${id}`), 204);
    expect(await gcIn(TOMORROW, sha256)).to.equal(false);
    expect(await gcIn(RETENTION_MS + TOMORROW, sha256)).to.equal(true);
    expect(await remains(sha256)).to.have.length(1);
  });

  it('usesOfALife: lets an asset begin anew, with bytes and uses of its own', async () => {
    const bytes = randomBytes(20);
    const sha256 = await keep(bytes);
    expect(await gcIn(TOMORROW, sha256)).to.equal(true);
    // Another process, which has not heard of the asset yet.
    const assets = new KeptAssets({ log: new AssetLog(store()), now: () => new Date() });
    expect(await assets.missing(owner, [sha256])).to.deep.equal([sha256]);
    expect(await assets.add(nameOf(sha256), bytes)).to.equal(true);
    expect(await assets.read(nameOf(sha256))).to.deep.equal(Buffer.from(bytes));
    const id = newId(owner);
    await assets.use({ id, owner }, new Map([['a', sha256]]), new Map());
    const kept = [assetKey(nameOf(sha256), 3), assetEntryKey(nameOf(sha256), 2), assetEntryKey(nameOf(sha256), 3)];
    expect(await remains(sha256)).to.include.members(kept);
    const log = new AssetLog(store());
    await log.removeUses(nameOf(sha256), 1);
    expect(await log.usedAt(nameOf(sha256), { life: 3, documentId: id })).to.be.a('string');
  });

  it('bytesBeforeEntry: removes bytes whose upload was killed, and lets it be repeated', async () => {
    const bytes = randomBytes(20);
    const sha256 = sent(bytes);
    await store().create(assetKey(nameOf(sha256), 1), bytes);
    expectError(await client.get(`/v1/assets/${sha256}`), 'ASSET_NOT_FOUND');
    expect(await gcIn(0, sha256)).to.equal(true);
    expect(await remains(sha256)).to.deep.equal([assetEntryKey(nameOf(sha256), 1)]);
    await keep(bytes);
    expect((await client.get(`/v1/assets/${sha256}`)).bytes).to.deep.equal(bytes);
    expect(await gcIn(0, sha256)).to.equal(false);
  });

  it('useBeforeClaim: ends what only documents use that never began', async () => {
    const sha256 = await keep();
    await new AssetLog(store()).use(nameOf(sha256), { life: 1, documentId: newId(owner), at: inMs(0) });
    expect(await gcIn(TOMORROW, sha256)).to.equal(true);
    expect(await remains(sha256)).to.have.length(1);
  });

  it('useBeforeClaim: keeps what a document uses whose head is not there yet', async () => {
    const sha256 = await keep();
    const id = newId(owner);
    const slot = { ...versionSlot(id, 1), assets: new Map([['a', sha256]]) };
    await new AssetLog(store()).use(nameOf(sha256), { life: 1, documentId: id, at: inMs(0) });
    await store().create(slotKey(id, 1), encodeSlot(slot));
    expect(await gcIn(TOMORROW, sha256)).to.equal(false);
    await store().remove(slotKey(id, 1));
  });

  it('endBeforeRemoval, claimIsHighest: gc that was slow removes nothing', async () => {
    const [renewed, passed] = [await keep(), await keep()];
    const log = new AssetLog(store());
    const claimed = (sha256: string, number: number) =>
      log.claim(nameOf(sha256), { number, kind: 'kept', life: 1, at: inMs(TOMORROW) });
    for (const number of [2, 3]) expect(await claimed(passed, number)).to.equal(true);
    await store().remove(assetEntryKey(nameOf(passed), 2));
    const meanwhile = altered(store(), {
      create: async (key, body) => {
        if (key === assetEntryKey(nameOf(renewed), 2)) await claimed(renewed, 2);
        return store().create(key, body);
      },
      // It lists nothing that came after the first entry.
      list: async function* (prefix, options) {
        for await (const key of store().list(prefix, options)) {
          if (prefix !== 'asset-log/' || key !== assetEntryKey(nameOf(passed), 3)) yield key;
        }
      },
    });
    await getHarness().gc({ at: inMs(TOMORROW), backends: { ...getHarness().backends, store: meanwhile } });
    for (const sha256 of [renewed, passed]) {
      expect(await remains(sha256)).to.include(assetKey(nameOf(sha256), 1));
      expect((await log.newest(nameOf(sha256)))?.kind).to.equal('kept');
    }
  });

  it('freshBeforeUse: a write that names an old asset renews it, and gc does not end it then', async () => {
    const sha256 = await keep();
    let now = Date.now() + 13 * HOUR_MS;
    const assets = new KeptAssets({ log: new AssetLog(store()), now: () => new Date(now) });
    const document = { id: newId(owner), owner };
    await assets.use(document, new Map([['a', sha256]]), new Map());
    expect(await remains(sha256)).to.include(assetEntryKey(nameOf(sha256), 2));
    expect(await gcIn(TOMORROW, sha256)).to.equal(false);
    // Superseded entries go.
    expect(await remains(sha256)).to.not.include(assetEntryKey(nameOf(sha256), 1));
    now += TOMORROW + 13 * HOUR_MS;
    expect(await gcIn(3 * DAY_MS, sha256)).to.equal(true);
    const again = assets.use(document, new Map([['a', sha256]]), new Map()).then(
      () => 'used',
      ({ code }: { code: string }) => code,
    );
    expect(await again).to.equal('ASSET_NOT_FOUND');
  });

  it('doctor names documents whose assets have lost their bytes, which come back by another upload', async () => {
    const bytes = randomBytes(20);
    const sha256 = await keep(bytes);
    const { id } = await create(client, { assets: { a: sha256 } });
    await store().remove(assetKey(nameOf(sha256), 1));
    const { findings } = await getHarness().look();
    expect(findings['missing asset']).to.have.property('examples').that.includes(id);
    await keep(bytes);
    expect((await client.get(`/v1/documents/${id}/assets/${sha256}`)).bytes).to.deep.equal(bytes);
    expect((await getHarness().look()).findings).to.not.have.property('missing asset');
  });

  it('doctor names documents whose assets gc may remove', async () => {
    const sha256 = await keep();
    const { id } = await create(client, { assets: { a: sha256 } });
    await new AssetLog(store()).removeUses(nameOf(sha256), 1);
    const { findings } = await getHarness().look();
    expect(findings['missing asset']).to.have.property('examples').that.includes(id);
    await new AssetLog(store()).use(nameOf(sha256), { life: 1, documentId: id, at: inMs(0) });
  });
});
