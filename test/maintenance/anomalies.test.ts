import { expect } from 'chai';
import { NO_ASSETS } from '../../src/domain/content/assets.js';
import { newId, newWriteId } from '../../src/domain/ids.js';
import { slotKey } from '../../src/log/object-keys.js';
import { encodeSlot } from '../../src/log/slot-codec.js';
import { describeModes } from '../support/modes.js';
import { plantDocuments, type Planted } from './plant.js';
import { reindexHarnessOf, type ReindexHarness } from './reindex-harness.js';

const TORN = Buffer.from('{"format":3,"wri');

describeModes('anomalies that a rebuild finds in a log', (makeStorage) => {
  const getHarness = reindexHarnessOf(makeStorage, 1);

  it('is told with examples, and stops nothing of the rest', async function () {
    this.timeout(240_000);
    const harness = getHarness();
    const { store, admin } = harness.backends;
    const [torn, newer, misplaced, gap, headless] = Array.from({ length: 5 }, () => newId('strange'));
    const foreign = ['notes.txt', 'documents/readme.txt', `documents/${torn}/draft.json`, 'folders/x.json', 'zzz/zzz'];
    for (const key of foreign) await store.put(key, TORN);
    await store.put(slotKey(torn as string, 1), TORN);
    await store.put(slotKey(newer as string, 1), Buffer.from('{"format":99}'));
    const { last } = (await plantDocuments(store, oneOf('strange')))[0] as Planted;
    await store.put(slotKey(misplaced as string, 1), encodeSlot(last));
    await store.put(`folders/${newId('strange')}.json`, TORN);
    await plantSlots(harness, gap as string, [1, 2, 4]);
    await plantSlots(harness, headless as string, [2]);
    const { anomalies } = await harness.reindex({ options: { acceptUnreadable: true } });
    expect(anomalies['foreign key']?.examples).to.have.members(foreign);
    expect(anomalies['unreadable object']?.count).to.equal(4);
    expect(anomalies['unreadable object']?.examples).to.include(slotKey(torn as string, 1));
    expect(anomalies['gap in the versions']).to.deep.equal({ count: 1, examples: [gap] });
    expect(anomalies['no first version']).to.deep.equal({ count: 1, examples: [slotKey(headless as string, 2)] });
    const current = (await admin.current())?.name as string;
    const ids = [torn, newer, misplaced, gap, headless] as string[];
    const heads = await admin.readHeads(current, ids);
    expect(heads.map((found) => found?.head.currentVersion)).to.deep.equal([
      undefined,
      undefined,
      undefined,
      4,
      undefined,
    ]);
    await harness.verify();
  });

  it('does not take away a document that the index has, though its last slot cannot be read', async function () {
    this.timeout(240_000);
    const harness = getHarness();
    const { store, admin } = harness.backends;
    const { last } = (await plantDocuments(store, oneOf('torn')))[0] as Planted;
    await harness.reindex({ options: { acceptUnreadable: true } });
    const id = last.deleted ? '' : last.document.id;
    const headNow = async () => (await admin.readHeads((await admin.current())?.name as string, [id]))[0]?.head;
    const before = await headNow();
    await store.put(slotKey(id, 1), TORN);
    const { anomalies } = await harness.reindex({ options: { acceptUnreadable: true } });
    expect(anomalies['unreadable object']?.examples).to.include(slotKey(id, 1));
    expect(before).not.to.equal(undefined);
    expect(await headNow()).to.deep.equal(before);
  });
});

function oneOf(owner: string) {
  return { owners: [owner], documents: 1, mostVersions: 1, random: () => 0, living: true };
}

async function plantSlots({ backends }: ReindexHarness, id: string, numbers: readonly number[]): Promise<void> {
  for (const version of numbers) {
    await backends.store.put(
      slotKey(id, version),
      encodeSlot({
        deleted: false,
        writeId: newWriteId(),
        version,
        title: `slot ${version}`,
        contentType: 'text',
        metadata: null,
        document: {
          id,
          owner: 'strange',
          folderId: newId('strange'),
          visibility: 'private',
          createdAt: NOW,
          byKey: null,
        },
        blocks: [],
        contentHash: null,
        source: null,
        assets: NO_ASSETS,
        root: null,
        author: null,
        createdAt: NOW,
        idempotency: null,
      }),
    );
  }
}

const NOW = '2026-05-05T05:05:05.555Z';
