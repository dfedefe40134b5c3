// Slow: copies whole logs by commands of their own, and kills some of them on their way.
import { join } from 'node:path';
import { expect } from 'chai';
import { GENERATION_KEY } from '../../src/log/object-keys.js';
import { revokeApiKey, rotateApiKey } from '../../src/operations/auth/api-keys.js';
import { setSuspended } from '../../src/operations/auth/api-keys.js';
import { ApiKeyRecords } from '../../src/log/api-key-records.js';
import { Client, expectStatus } from '../http/client.js';
import { create, read } from '../http/making.js';
import { saying, slotsOf } from '../races/support.js';
import { startService } from '../support/in-process-service.js';
import { addText, objectsOf } from '../support/log-objects.js';
import { clusterStorage, embeddedStorage, type TestStorage } from '../support/modes.js';
import { describeCluster } from '../support/backends.js';
import { createKey, quire, quireFault, startQuire } from './quire.js';
import {
  countAt,
  fillFolder,
  logAt,
  moreThan,
  newBucketPlace,
  atPlace,
  callsAt,
  synced,
  syncEnv,
  temporaryFolder,
} from './sync-places.js';

const DOCUMENTS = 150;
const NEW_KEY = ['--owner', 'alice', '--roles', 'none'];

describeCluster('cli: sync of folders and buckets', function () {
  this.timeout(90_000);
  let folder: string;
  let dispose: () => Promise<void>;
  let bucket: string;
  beforeEach(async () => {
    ({ path: folder, dispose } = await temporaryFolder());
    bucket = newBucketPlace();
  });
  afterEach(() => dispose());

  /** What a service leaves behind: documents with versions, a deletion, a folder, keys that came and went. */
  async function fillByService(storage: TestStorage): Promise<void> {
    const service = await startService(storage);
    const client = new Client(service.url, { 'X-API-Key': await service.issueKey() });
    const { id: folderId } = expectStatus(await client.post<{ id: string }>('/v1/folders', { name: 'Work' }), 201);
    const documents = [];
    for (let n = 0; n < 5; n++) documents.push(await create(client, { folder_id: folderId, title: `Größe ${n} ✓` }));
    for (const { id } of documents) await client.post(`/v1/documents/${id}/versions`, saying('second'));
    await client.delete(`/v1/documents/${documents[0]?.id}`);
    const records = new ApiKeyRecords(callsAt(storage.env['DATA_DIR'] as string));
    const [rotated, revoked] = [await createKey(storage.env, ...NEW_KEY), await createKey(storage.env, ...NEW_KEY)];
    await rotateApiKey(records, rotated.id, 3_600_000);
    await revokeApiKey(records, revoked.id);
    await setSuspended(records, 'mallory', true);
    await service.close();
  }

  it('moves a log that a service wrote into a bucket, and back, byte for byte', async () => {
    const storage = await embeddedStorage();
    const kept = { ...storage, dispose: async () => undefined };
    try {
      await fillByService(kept);
      const from = storage.env['DATA_DIR'] as string;
      const { copied } = await synced(from, bucket);
      expect(copied).to.deep.include({ 'folder-trees': 1, owners: 1, keys: 4, revocations: 1, suspensions: 1 });
      await synced(bucket, folder, '--verify');
      const log = await logAt(from);
      expect(Object.keys(log).length).to.be.greaterThan(15);
      expect(await logAt(bucket)).to.deep.equal(log);
      expect(await logAt(folder)).to.deep.equal(log);
      expect(Object.keys(await atPlace(bucket, (store) => objectsOf(store, GENERATION_KEY)))).to.deep.equal([]);
    } finally {
      await storage.dispose();
    }
  });

  it('copies from bucket to bucket, and names what is foreign', async () => {
    await fillFolder(folder, 5);
    await synced(folder, bucket);
    await atPlace(bucket, (store) => addText(store, 'notes/readme.txt', 'x'));
    await atPlace(bucket, (store) => addText(store, 'documents/readme.txt', 'x'));
    const other = newBucketPlace();
    const { foreign, first_foreign } = await synced(bucket, other);
    expect([foreign, first_foreign]).to.deep.equal([2, ['documents/readme.txt', 'notes/readme.txt']]);
    expect(await logAt(folder)).to.deep.equal(
      Object.fromEntries(Object.entries(await atPlace(other, (store) => objectsOf(store, 'documents/')))),
    );
    expect(await atPlace(other, (store) => objectsOf(store, 'notes/'))).to.deep.equal({});
  });

  for (const way of ['into a bucket', 'out of a bucket'] as const) {
    it(`goes on after SIGKILL in the middle, ${way}`, async () => {
      await fillFolder(folder, DOCUMENTS);
      const [from, to] = way === 'into a bucket' ? [folder, bucket] : [bucket, join(folder, 'back')];
      if (way === 'out of a bucket') await synced(folder, bucket);
      const running = startQuire(syncEnv(), 'sync', '--from', from, '--to', to, '--concurrency', '2');
      await moreThan(10, to);
      running.kill('SIGKILL');
      expect((await running.ended).code).to.equal(null);
      const before = await countAt(to);
      expect(before).to.be.within(11, DOCUMENTS - 1);
      const { present, copied } = await synced(from, to);
      // One that was on its way may have come after it was counted.
      expect(present).to.be.within(before, before + 2);
      expect(copied['documents']).to.equal(DOCUMENTS - present);
      expect(await logAt(to)).to.deep.equal(await logAt(from));
    });
  }

  it('copies to where a service runs, which goes on serving what it had', async () => {
    await fillFolder(folder, 5);
    const storage = await clusterStorage();
    const to = `s3://${storage.env['S3_BUCKET']}/${storage.env['S3_PREFIX']}`;
    const service = await startService(storage);
    try {
      const client = new Client(service.url, { 'X-API-Key': await service.issueKey() });
      const { id } = await create(client, { title: 'There before' });
      const generation = await atPlace(to, (store) => store.read(GENERATION_KEY));
      const before = await logAt(to);
      const { copied, only_at_target } = await synced(folder, to);
      expect([copied['documents'], only_at_target]).to.deep.equal([5, Object.keys(before).length]);
      expect(await logAt(to)).to.deep.equal({ ...before, ...(await logAt(folder)) });
      expect(await atPlace(to, (store) => store.read(GENERATION_KEY))).to.deep.equal(generation);
      expect((await read(client, id)).title).to.equal('There before');
      expectStatus(await client.post(`/v1/documents/${id}/versions`, saying('after')), 201);
      expect(await slotsOf(storage.env, id)).to.deep.equal([1, 2]);
    } finally {
      await service.close();
    }
  });

  it('refuses the same prefix twice, a mistyped one, and a bucket that is none', async () => {
    await fillFolder(folder, 1);
    const fault = (from: string, to: string) => quireFault(syncEnv(), 'sync', '--from', from, '--to', to);
    expect(await fault(bucket, `${bucket}/`)).to.equal('quire: --from and --to are the same place\n');
    expect(await fault(bucket, folder)).to.equal(`quire: ${bucket} contains no log\n`);
    expect(await fault('s3://no-such-bucket-here/a', folder)).to.match(/^quire: S3 list .*NoSuchBucket.*\n$/);
    expect(await fault(folder, 's3://no-such-bucket-here/a')).to.match(
      /NoSuchBucket.*; 0 objects were copied: run it again to go on\n$/,
    );
  });

  it('prints no secret, also when it fails', async () => {
    await fillFolder(folder, 1);
    const secret = 'secret/of+this+test';
    const env = { ...syncEnv(), AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: 'token-of-this-test' };
    const dead = { ...env, S3_ENDPOINT: 'http://user:password-of-this-test@127.0.0.1:1' };
    for (const variables of [env, dead]) {
      const { code, stdout, stderr } = await quire(variables, 'sync', '--from', folder, '--to', bucket, '--json');
      expect([code, stdout], stderr).to.deep.equal([1, '']);
      expect(stderr).to.match(/"message":"S3 .*run it again to go on"\}\}\n$/);
      for (const hidden of [secret, 'token-of-this-test', 'password-of-this-test'])
        expect(stderr).not.to.include(hidden);
    }
    const { stdout, stderr } = await quire(syncEnv(), 'sync', '--from', folder, '--to', bucket, '--json');
    expect(stdout + stderr).not.to.include(syncEnv()['AWS_SECRET_ACCESS_KEY']);
  });
});
