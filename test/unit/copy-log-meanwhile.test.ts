import { expect } from 'chai';
import { folderKey, lifeKey, slotKey } from '../../src/log/object-keys.js';
import type { ObjectStore } from '../../src/ports/object-store.js';
import { copied } from '../support/copying.js';
import {
  addDocument,
  addSlots,
  addText,
  altered,
  newDocumentId,
  objectsOf,
  slotNumbers,
  storePair,
  tombstoneSlot,
  versionSlot,
  type StorePair,
} from '../support/log-objects.js';

const HASH = 'b'.repeat(64);

describe('copying a log that is written to meanwhile', () => {
  let pair: StorePair;
  let source: ObjectStore;
  let target: ObjectStore;
  beforeEach(async () => {
    pair = await storePair();
    ({ source, target } = pair);
  });
  afterEach(() => pair.dispose());

  /** The source, at which `happen` is done once, when the listing of a kind has ended. */
  function when(listed: string, happen: () => Promise<unknown>): ObjectStore {
    let happened = false;
    return altered(source, {
      list: async function* (prefix, options) {
        yield* source.list(prefix, options);
        if (prefix !== listed || happened) return;
        happened = true;
        await happen();
      },
    });
  }

  const expectEqual = async () => expect(await objectsOf(target)).to.deep.equal(await objectsOf(source));

  it('brings a version that comes behind the listing', async () => {
    const id = await addDocument(source, 2);
    const busy = when('documents/', () => addSlots(source, [versionSlot(id, 3)]));
    expect(await copied({ source: busy, target })).to.include({ settled: true });
    await expectEqual();
  });

  it('brings a document and its key that come behind the listing of either', async () => {
    for (const listed of ['documents/', 'by-key/']) {
      await addDocument(source);
      const busy = when(listed, async () => {
        await addText(source, lifeKey(newDocumentId(), 1), 'life');
        await addDocument(source);
      });
      expect(await copied({ source: busy, target })).to.include({ settled: true });
      await expectEqual();
    }
  });

  it('brings a document, and the folder that it was made in, and the folder above that one', async () => {
    await addDocument(source);
    const busy = when('folders/', async () => {
      await addText(source, folderKey('0'.repeat(24)), 'above');
      await addText(source, folderKey('z'.repeat(24)), 'below');
      await addDocument(source);
    });
    expect(await copied({ source: busy, target })).to.include({ settled: true });
    await expectEqual();
  });

  for (const versions of [3, 1]) {
    it(`brings the tombstone of a document of ${versions} that is deleted under its hands`, async () => {
      const id = await addDocument(source, versions);
      let deleted = false;
      const busy = altered(source, {
        read: async (key) => {
          if (key === slotKey(id, versions) && !deleted) {
            deleted = true;
            await addSlots(source, [tombstoneSlot(id, versions + 1)]);
            for (let version = 1; version <= versions; version++) await source.remove(slotKey(id, version));
          }
          return source.read(key);
        },
      });
      expect(await copied({ source: busy, target })).to.deep.include({ settled: true, conflicts: [] });
      expect((await slotNumbers(target, id)).at(-1)).to.equal(versions + 1);
    });
  }

  it('brings revocations before the keys that they end', async () => {
    await addText(source, `keys/${HASH}.json`, 'key');
    await addText(source, `revocations/${HASH}.json`, 'revocation');
    const order: string[] = [];
    const watched = altered(target, {
      create: (key, body) => {
        order.push(key.split('/')[0] as string);
        return target.create(key, body);
      },
    });
    await copied({ source, target: watched });
    expect(order.filter((kind) => kind !== 'probes')).to.deep.equal(['revocations', 'keys']);
  });

  it('brings the revocation of a key that is revoked when the key is there already', async () => {
    await addText(source, `keys/${HASH}.json`, 'key');
    const busy = when('keys/', () => addText(source, `revocations/${HASH}.json`, 'revocation'));
    await copied({ source: busy, target });
    await expectEqual();
  });

  it('says so where there is always more', async () => {
    await addDocument(source);
    let more = 0;
    const busy = altered(source, {
      list: async function* (prefix, options) {
        yield* source.list(prefix, options);
        if (prefix !== 'documents/') return;
        more++;
        await addText(source, folderKey(newDocumentId()), 'more');
      },
    });
    expect(await copied({ source: busy, target })).to.include({ settled: false });
    expect(more).to.equal(5);
  });
});
