import { expect } from 'chai';
import { SqliteObjectStore } from '../../src/adapters/sqlite/log/sqlite-object-store.js';
import type { FolderRecord } from '../../src/domain/folder.js';
import { ApiKeyRecords } from '../../src/log/api-key-records.js';
import { decodeFolder, FolderLog } from '../../src/log/folder-log.js';
import { GenerationRecord } from '../../src/log/generation-record.js';
import { LARGEST_OBJECT_BYTES, UnreadableObjectError } from '../../src/log/json-objects.js';
import { LeaseRecords } from '../../src/log/lease-records.js';
import { apiKeyKey, folderKey, slotKey } from '../../src/log/object-keys.js';
import { RebuildRecords } from '../../src/log/rebuild-records.js';
import { decodeSlot, encodeSlot } from '../../src/log/slot-codec.js';
import { VersionLog } from '../../src/log/version-log.js';
import { Lease } from '../../src/maintenance/shared/lease.js';
import { folder } from '../support/factories.js';
import { altered, addText, newDocumentId, versionSlot } from '../support/log-objects.js';
import { WRONG_FOLDERS, WRONG_VERSIONS, wrongBody } from '../support/wrong-objects.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('objects of the log', () => {
  let place: string;
  let store: SqliteObjectStore;
  beforeEach(async () => {
    place = temporaryFolder();
    store = SqliteObjectStore.of(place);
  });
  afterEach(() => store.close());

  const id = newDocumentId();
  const key = slotKey(id, 1);

  for (const [what, wrong] of Object.entries(WRONG_VERSIONS)) {
    it(`are unreadable where a version has ${what}`, () => {
      const error = raisedBy(() => decodeSlot(key, wrongBody(encodeSlot(versionSlot(id, 1)), wrong)));
      expect(error).to.be.instanceOf(UnreadableObjectError);
      expect((error as Error).message)
        .to.include(key)
        .and.not.match(/xxx|Title 1|Some words/);
    });
  }

  for (const [what, wrong] of Object.entries(WRONG_FOLDERS)) {
    it(`are unreadable where a folder has ${what}`, async () => {
      const record: FolderRecord = { ...folder(), writeId: 'w', idempotency: null };
      await new FolderLog(store).claim(record);
      const stored = (await store.read(folderKey(record.id))) as Uint8Array;
      const error = raisedBy(() => decodeFolder(folderKey(record.id), wrongBody(stored, wrong)));
      expect(error).to.be.instanceOf(UnreadableObjectError);
    });
  }

  it('say where they are wrong, and not what is there', () => {
    const body = wrongBody(encodeSlot(versionSlot(id, 1)), WRONG_VERSIONS['a block whose content is an object']!);
    expect((raisedBy(() => decodeSlot(key, body)) as Error).message).to.equal(
      `the object ${key} is not of its kind: /blocks/0/content must be string`,
    );
  });

  it('may have fields that this version does not know, and sizes beyond the limits of requests', () => {
    const more = { ...versionSlot(id, 1), title: 'x'.repeat(1_500), metadata: { tags: ['y'.repeat(5_000)] } };
    const body = wrongBody(encodeSlot(more), (stored) => ({ ...stored, mood: ['new'], origin: null }));
    expect(decodeSlot(key, body)).to.deep.equal(more);
  });

  it('are not read where they are larger than any of the format', async () => {
    const large = altered(store, {
      read: async (_key, onSize) => {
        onSize?.(LARGEST_OBJECT_BYTES + 1);
        throw new Error('it is read');
      },
    });
    for (const read of [() => new VersionLog(large).read(id, 1), () => new FolderLog(large).read(id)]) {
      const error: unknown = await read().catch((raised: unknown) => raised);
      expect(error)
        .to.be.instanceOf(UnreadableObjectError)
        .with.property('message')
        .that.matches(/too large/);
    }
  });

  it('are found beside foreign ones among leases, generations and rebuilds', async () => {
    const [leases, generations] = [new LeaseRecords(store), new GenerationRecord(store)];
    const rebuilds = new RebuildRecords(store);
    await generations.name(1, ['mine']);
    await rebuilds.add('abcdefghijkl');
    for (const room of ['leases/maintenance', 'index-generations', 'rebuilds'])
      await addText(store, `${room}/zz.json`, 'x');
    expect(await leases.newestNumber()).to.equal(0);
    expect(await generations.read()).to.deep.equal(['mine']);
    expect(await rebuilds.list()).to.deep.equal(['abcdefghijkl']);
  });

  for (const foreign of ['{}', '{"format":1}', '{"format":3,"maintenance":"reindex","generations":"mine"}']) {
    it(`stop no operator where a newest one is ${foreign}`, async () => {
      const generations = new GenerationRecord(store);
      await generations.name(1, ['mine']);
      await addText(store, 'index-generations/0000000002-0000000001.json', foreign);
      expect(await generations.read()).to.deep.equal(['mine']);

      await addText(store, 'leases/maintenance/0000000099.json', foreign);
      const timing = { renewMs: 10, deadMs: 30 };
      const lease = await Lease.take(new LeaseRecords(store), { maintenance: 'gc', timing, now: () => new Date() });
      expect(lease.number).to.equal(100);
      await lease.release();

      const records = new ApiKeyRecords(store);
      const record = {
        id: 'k',
        owner: 'ann',
        roles: [],
        label: null,
        created: '',
        expires: null,
        retires: null,
        revoked: null,
      };
      await records.write('a'.repeat(64), record);
      await addText(store, apiKeyKey('b'.repeat(64)), foreign);
      const listed: string[] = [];
      for await (const { hash } of records.list()) listed.push(hash);
      expect(listed).to.deep.equal(['a'.repeat(64)]);
    });
  }
});

function raisedBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
