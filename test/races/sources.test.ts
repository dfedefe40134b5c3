/** The rules of the files that versions were made of, each with what goes wrong without it. */
import { expect } from 'chai';
import { headOf } from '../../src/domain/head.js';
import { newWriteId } from '../../src/domain/ids.js';
import { summarize, type Version } from '../../src/domain/version.js';
import { slotKey } from '../../src/log/object-keys.js';
import { encodeSlot } from '../../src/log/slot-codec.js';
import { VersionLog } from '../../src/log/version-log.js';
import { expectError, expectStatus, type Answer } from '../http/client.js';
import { create, keyPath, push, put, read, restore, restoreOf, unique, versionsOf } from '../http/making.js';
import { saying, slotsOf, type ReplicaCallers } from './support.js';
import { describeTwoReplicas, type ReplicaFaults } from './two-replicas.js';

const AS_FILE = { Accept: 'text/markdown' };

describeTwoReplicas('files of versions', 20_000, (replicas) => {
  let callers: ReplicaCallers;
  let faults: ReplicaFaults;
  before(async () => {
    callers = await replicas().callers();
    faults = replicas().faults;
  });

  const textOf = (word: string) => `# ${word}\n\n<!-- hidden -->\n${word}\n`;
  /** Instead of the content that a create or a push has otherwise. */
  const file = (word: string) => ({ markdown: textOf(word), title: undefined, blocks: undefined });
  const fileOf = async (id: string) => (await callers[1].get(`/v1/documents/${id}`, AS_FILE)).text;

  /** What a GET of it shows, to be sent back. */
  async function shown(id: string): Promise<object> {
    const { title, content_type, metadata, blocks } = await read(callers[1], id);
    return { title, content_type, metadata, blocks };
  }

  /** Before the first service claims its slot, the second has made a version of it. */
  function overtake(write: () => Promise<unknown>): void {
    faults.once('create', async (real) => {
      await write();
      return real();
    });
  }

  it('sourceOfEqual: a write back that another version overtakes has no file', async () => {
    const { id } = await create(callers[1], file(unique()));
    const body = await shown(id);
    overtake(() => push(callers[1], id, file(unique())));
    expect((await push(callers[0], id, body)).version).to.equal(3);
    expect((await read(callers[1], id)).source).to.equal(null);
  });

  it('sourceOfEqual: a write back keeps the file that a version of equal content has meanwhile got', async () => {
    const word = unique();
    const { id } = await create(callers[1], file(word));
    const body = await shown(id);
    await push(callers[1], id, saying(unique()));
    overtake(() => restore(callers[1], id, 1));
    expect((await push(callers[0], id, body)).version).to.equal(4);
    expect(await fileOf(id)).to.equal(textOf(word));
  });

  it('sourceOfEqual: a PUT by key of what was shown, which another version overtakes, has no file', async () => {
    const key = unique();
    const { id } = await put(callers[1], key, { markdown: textOf(unique()) });
    const body = { ...(await shown(id)), visibility: 'public' };
    overtake(() => put(callers[1], key, { markdown: textOf(unique()) }));
    expect(await put(callers[0], key, body)).to.include({ version: 3, source: null });
    expect((await read(callers[1], id)).title).to.equal((body as { title?: string }).title);
  });

  it('sourceOfEqual: a PATCH of a folder has the file of the version before it, whichever that is', async () => {
    const key = unique();
    const [first, second] = [textOf(unique()), textOf(unique())];
    const { id } = await put(callers[1], key, { markdown: first });
    overtake(() => put(callers[1], key, { markdown: second }));
    expectStatus(await callers[0].patch(`/v1/documents/${id}`, { folder_path: '/moved' }), 200);
    expect((await callers[0].get(keyPath(key), AS_FILE)).text).to.equal(second);
  });

  /** The next version, of a format that comes after this release's. */
  async function pushLater(id: string): Promise<void> {
    const { index, store } = replicas().backends;
    const at = (await index.readHead(id))!;
    const version = at.head.currentVersion + 1;
    const newest = (await new VersionLog(store).read(id, at.head.currentVersion)) as Version;
    const next: Version = { ...newest, writeId: newWriteId(), version, idempotency: null };
    const stored = JSON.parse(Buffer.from(encodeSlot(next)).toString()) as object;
    await store.create(
      slotKey(id, version),
      Buffer.from(JSON.stringify({ ...stored, format: 1_000, later: 'member' })),
    );
    const write = { head: headOf(next), expected: at.revision, summaries: [summarize(next)] };
    expect(await index.writeHead(write)).to.equal('written');
  }

  it('sourceFormat: a version of a later format is not restored, changed or shown without what it has', async () => {
    const { id } = await create(callers[1], file(unique()));
    await pushLater(id);
    const path = `/v1/documents/${id}`;
    const refused: Answer[] = [
      await callers[0].post(restoreOf(id, 2)),
      await callers[0].patch(path, { visibility: 'public' }),
      await callers[0].patch(path, { title: unique() }),
      await callers[0].get(path),
      await callers[0].get(path, AS_FILE),
      await callers[0].get(`${versionsOf(id)}/2`),
    ];
    for (const answer of refused) expectError(answer, 'UNAVAILABLE');
    expect(await slotsOf(replicas().storage.env, id)).to.deep.equal([1, 2]);
    expect((await push(callers[0], id, saying(unique()))).version).to.equal(3);
    await restore(callers[0], id, 1);
    expect((await read(callers[0], id)).source).to.not.equal(null);
  });
});
