/** Documents by key to which a process of an older release has pushed: it knows nothing of keys, and drops them. */
import { expect } from 'chai';
import { headOf } from '../../src/domain/head.js';
import { newWriteId } from '../../src/domain/ids.js';
import { summarize, type Tombstone, type Version } from '../../src/domain/version.js';
import { VersionLog } from '../../src/log/version-log.js';
import { expectStatus, header } from '../http/client.js';
import { content, keyPath, put, unique, type PutDocument } from '../http/making.js';
import { keyed, saying, type ReplicaCallers } from './support.js';
import { describeTwoReplicas } from './two-replicas.js';

describeTwoReplicas('a document by key to which an older release has pushed', 20_000, (replicas) => {
  let callers: ReplicaCallers;
  let log: VersionLog;
  before(async () => {
    callers = await replicas().callers();
    log = new VersionLog(replicas().backends.store);
  });

  async function pushAsOlder(id: string): Promise<void> {
    const { index } = replicas().backends;
    const at = await index.readHead(id);
    const newest = (await log.read(id, at!.head.currentVersion)) as Version;
    const document = { ...newest.document, byKey: null };
    const version = newest.version + 1;
    const next = { ...newest, document, writeId: newWriteId(), version, contentHash: null, idempotency: null };
    expect(await log.claim(next)).to.equal('claimed');
    const write = { head: headOf(next), expected: at!.revision, summaries: [summarize(next)] };
    expect(await index.writeHead(write)).to.equal('written');
    await index.refresh();
  }

  const listed = async (key: string) =>
    expectStatus(
      await callers[0].get<{ documents: { id: string; key: string }[] }>(`/v1/documents?key_prefix=${key}`),
      200,
    ).documents.map(({ id }) => id);

  it('gets its key back by the next PUT, of equal content too', async () => {
    const [key, body] = [unique(), content()];
    const { id } = await put(callers[0], key, body);
    await pushAsOlder(id);
    expect(await listed(key)).to.deep.equal([]);
    expect(await put(callers[0], key, body)).to.deep.include({ id, version: 3, result: 'updated' });
    expect(await listed(key)).to.deep.equal([id]);
    expect((await put(callers[1], key, body)).result).to.equal('unchanged');
  });

  it('has the entity tags of its life', async () => {
    const [key, word] = [unique(), unique()];
    await put(callers[0], key, content());
    expectStatus(await callers[0].delete(keyPath(key)), 204);
    const { id } = await put(callers[0], key, content());
    await pushAsOlder(id);
    const tag = header(await callers[1].get(keyPath(key)), 'ETag');
    const answer = await callers[0].put<PutDocument>(keyPath(key), saying(word), { 'If-Match': tag });
    expect(expectStatus(answer, 200).version).to.equal(3);
  });

  it('leaves the tombstone of a document by key when it is deleted by key', async () => {
    const key = unique();
    const made = await callers[0].put<PutDocument>(keyPath(key), content(), keyed(unique()));
    const { id } = expectStatus(made, 201);
    await pushAsOlder(id);
    expectStatus(await callers[0].delete(keyPath(key)), 204);
    const { deleted, isKeyed, marks } = (await log.read(id, 3)) as Tombstone;
    expect([deleted, isKeyed, marks.length]).to.deep.equal([true, true, 1]);
  });
});
