import { expect } from 'chai';
import { OperatorError } from '../../src/domain/errors.js';
import { derivedId } from '../../src/domain/ids.js';
import { folderEntryKey, lifeKey, slotKey, UNREADABLE_PREFIX, unreadableKey } from '../../src/log/object-keys.js';
import { expectStatus, type Client } from '../http/client.js';
import {
  content,
  create,
  createFolder,
  keyPath,
  listFolders,
  push,
  put,
  read,
  readByKey,
  search,
  unique,
  unknownId,
  versionsOf,
} from '../http/making.js';
import { eventually } from '../races/support.js';
import { keyLife } from '../support/factories.js';
import { objectsOf } from '../support/log-objects.js';
import { describeModes } from '../support/modes.js';
import { WRONG_FOLDER_ENTRIES, WRONG_LIVES, WRONG_VERSIONS, wrongBody } from '../support/wrong-objects.js';
import { maintenanceHarnessOf } from './maintenance-harness.js';

const FROM_LOG = { discardIndex: true, acceptUnreadable: true };

describeModes('objects that cannot be read', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);
  let owner: string;
  let client: Client;

  beforeEach(async () => {
    ({ owner, client } = await getHarness().newCaller());
    // The index of the test before may have been discarded: the service takes up the new one a moment later.
    await eventually('the service is ready', async () => (await fetch(`${client.url}/health/ready`)).ok);
  });
  afterEach(async () => {
    for (const key of broken) await getHarness().backends.store.remove(key);
    broken.clear();
  });

  const broken = new Set<string>();
  async function spoil(key: string, wrong: (stored: Record<string, unknown>) => object): Promise<Uint8Array> {
    const { store } = getHarness().backends;
    const stored = (await store.read(key)) as Uint8Array;
    broken.add(key);
    await store.put(key, wrongBody(stored, wrong as (typeof WRONG_VERSIONS)[string]));
    return stored;
  }
  const spoilFirst = (id: string) => spoil(slotKey(id, 1), WRONG_VERSIONS['no title']!);
  const spoilFolders = () => spoil(folderEntryKey(owner, 1), WRONG_FOLDER_ENTRIES['no changes']!);
  const nameOf = (key: string) => derivedId('by-key', owner, key);
  const lifeOf = (key: string) => lifeKey(nameOf(key), 1);
  const spoilLife = (key: string, wrong = WRONG_LIVES['no identifier']!) => spoil(lifeOf(key), wrong);

  it('end a rebuild before its swap, in one line, unless the operator accepts them', async function () {
    this.timeout(120_000);
    const { reindexHarness, backends } = getHarness();
    const { id } = await create(client);
    await spoilFirst(id);
    const key = unique();
    const { id: byKey } = await put(client, key, content());
    await spoilLife(key);
    const before = await backends.admin.current();
    const error: unknown = await reindexHarness.reindex().catch((raised: unknown) => raised);
    expect(error).to.be.instanceOf(OperatorError);
    expect((error as Error).message)
      .to.match(/^2 objects cannot be read \(.*; nothing was swapped\. .*--accept-unreadable.*$/)
      .and.include(slotKey(id, 1))
      .and.include(lifeOf(key));
    expect(await backends.admin.current()).to.deep.equal(before);
    expect(await objectsOf(backends.store, 'rebuilds/')).to.deep.equal({});
    await push(client, (await create(client)).id);
    const { resumed, anomalies } = await reindexHarness.reindex({ options: { acceptUnreadable: true } });
    expect(resumed).to.equal(false);
    expect(anomalies['unreadable object']?.count).to.equal(2);
    expectStatus(await client.get(`/v1/documents/${id}`), 503);
    const entries = await backends.admin.readKeys(await getHarness().index(), [nameOf(key)]);
    expect(entries.map((entry) => entry?.id)).to.deep.equal([byKey]);
  });

  it('are 503 where no index knows them, whatever is asked, and never 404', async function () {
    this.timeout(120_000);
    const { reindexHarness } = getHarness();
    const title = unique();
    const [{ id }, sound] = [await create(client, { title, visibility: 'public' }), await create(client, { title })];
    await push(client, id, { title });
    await spoil(slotKey(id, 2), WRONG_VERSIONS['blocks that are null']!);
    const [key, soundKey] = [unique(), unique()];
    await put(client, soundKey, content());
    // A process that remembers an entry goes on with it.
    await getHarness().keyLog.claim(keyLife({ owner, key }));
    await spoilLife(key);
    await reindexHarness.reindex({ options: FROM_LOG });
    const stranger = await getHarness().caller();
    const path = keyPath(key);
    const documents = `/v1/documents/${id}`;
    const answers = [
      client.get(documents),
      stranger.get(documents),
      client.delete(documents),
      client.get(versionsOf(id)),
      client.get(`${versionsOf(id)}/1`),
      client.post(versionsOf(id), content()),
      client.get(`/d/${id}`),
      client.get(path),
      client.delete(path),
      client.put(path, content()),
    ];
    expect((await Promise.all(answers)).map(({ status }) => status)).to.deep.equal(answers.map(() => 503));
    expect((await search(client, { q: title })).results.map((found) => found.id)).to.deep.equal([sound.id]);
    await read(client, sound.id);
    await readByKey(client, soundKey);
    expectStatus(await client.get(`/v1/documents/${unknownId()}`), 404);
    expectStatus(await client.get(keyPath(unique())), 404);
    expectStatus(await client.get(`/v1/folders?parent_id=${unknownId()}`), 404);
  });

  it('are told by doctor, which brings back what is restored; what is removed is 404', async function () {
    this.timeout(120_000);
    const harness = getHarness();
    const [restored, removed] = [await create(client), await create(client)];
    await createFolder(client);
    const key = unique();
    const { id: byKey } = await put(client, key, content());
    const bodies = [await spoilFirst(restored.id), await spoilFolders(), await spoilLife(key)] as const;
    await spoilFirst(removed.id);
    await harness.reindexHarness.reindex({ options: FROM_LOG });
    const { findings, left } = await harness.look();
    expect(findings['damaged log']?.examples).to.have.members([restored.id, removed.id]);
    expect(findings['damaged folder log']?.examples).to.deep.equal([owner]);
    // Their owners have fewer documents in the index than are counted.
    expect(left - (findings['high month count']?.count ?? 0)).to.equal(4);
    expect(findings['damaged life']?.examples).to.deep.equal([lifeOf(key)]);
    const { store } = harness.backends;
    await store.put(slotKey(restored.id, 1), bodies[0]);
    await store.put(folderEntryKey(owner, 1), bodies[1]);
    await store.put(lifeOf(key), bodies[2]);
    await store.remove(slotKey(removed.id, 1));
    expectStatus(await client.get(`/v1/documents/${restored.id}`), 503);
    expectStatus(await client.get(`/v1/documents/${removed.id}`), 404);
    expect((await harness.repair()).left).to.equal(0);
    expect((await read(client, restored.id)).title).to.equal(restored.title);
    expect((await readByKey(client, key)).id).to.equal(byKey);
    expect(await listFolders(client)).to.have.length(1);
  });

  it('are told by doctor where they are of keys or plans, too', async function () {
    this.timeout(120_000);
    const harness = getHarness();
    const { id } = await create(client);
    await push(client, id);
    await spoilFirst(id);
    const keys = [`keys/${'0'.repeat(64)}.json`, `revocations/${'0'.repeat(64)}.json`, `owners/${owner}.json`];
    for (const key of keys) {
      broken.add(key);
      await harness.backends.store.put(key, Buffer.from('{"format":3,"owner":5}'));
    }
    const { findings } = await harness.look();
    expect(findings['damaged key object']?.examples).to.have.members(keys);
    expectStatus(await client.get(`${versionsOf(id)}/1`), 503);
    await read(client, id);
  });

  it('are forgotten by the rebuild that can read them', async function () {
    this.timeout(120_000);
    const { reindexHarness, backends } = getHarness();
    const { id } = await create(client);
    const body = await spoilFirst(id);
    const { generation } = await reindexHarness.reindex({ options: FROM_LOG });
    expect(Object.keys(await objectsOf(backends.store, UNREADABLE_PREFIX))).to.deep.equal([unreadableKey(generation)]);
    await backends.store.put(slotKey(id, 1), body);
    await reindexHarness.reindex();
    expect(await objectsOf(backends.store, UNREADABLE_PREFIX)).to.deep.equal({});
    // The service takes up the new index a moment later.
    await eventually('it is read', async () => (await client.get(`/v1/documents/${id}`)).status === 200);
  });

  it('stop nothing of the rest, whatever is wrong in them', async function () {
    this.timeout(120_000);
    const harness = getHarness();
    const [documents, owners, keys] = [[] as string[], [] as string[], [] as string[]];
    const sound = await create(client);
    for (const wrong of Object.values(WRONG_VERSIONS)) {
      const { id } = await create(client);
      await spoil(slotKey(id, 1), wrong);
      documents.push(id);
    }
    for (const wrong of Object.values(WRONG_FOLDER_ENTRIES)) {
      const other = await harness.newCaller();
      await createFolder(other.client);
      await spoil(folderEntryKey(other.owner, 1), wrong);
      owners.push(other.owner);
    }
    for (const wrong of Object.values(WRONG_LIVES)) {
      const key = unique();
      await harness.keyLog.claim(keyLife({ owner, key }));
      await spoilLife(key, wrong);
      keys.push(key);
    }
    const statuses = async () =>
      (await Promise.all(documents.map((id) => client.get(`/v1/documents/${id}`)))).map(({ status }) => status);
    expect(await statuses()).to.deep.equal(documents.map(() => 503));
    const { findings } = await harness.look();
    expect(findings['damaged log']?.examples).to.have.members(documents);
    expect(findings['damaged folder log']?.examples).to.have.members(owners);
    expect(findings['damaged life']?.examples).to.have.members(keys.map(lifeOf));
    const { anomalies } = await harness.reindexHarness.reindex({ options: FROM_LOG });
    expect(anomalies['unreadable object']?.count).to.equal(documents.length + keys.length);
    expect(await statuses()).to.deep.equal(documents.map(() => 503));
    for (const key of keys) expectStatus(await client.get(keyPath(key)), 503);
    await read(client, sound.id);
  });
});
