import { expect } from 'chai';
import { expectStatus } from '../http/client.js';
import { create, createFolder, listFolders, push, search, unique } from '../http/making.js';
import { atOnce, describePair, inRows, otherTurn, saying, searchAll, turn, type ReplicaCallers } from './support.js';

/** Owners side by side, each of whom waits for every answer: searches of one meet the refreshes of the others. */
const OWNERS = 20;

describePair('on the other process at once', (pair) => {
  let owners: ReplicaCallers[];
  before(async () => {
    owners = await atOnce(OWNERS, () => pair.callers());
  });

  /** Facts of one write each; two of one owner are never under way at once. */
  async function times(count: number, fact: (callers: ReplicaCallers, n: number) => Promise<void>): Promise<void> {
    await atOnce(OWNERS, (owner) =>
      inRows(Math.ceil(count / OWNERS), 1, (n) => fact(owners[owner] as ReplicaCallers, n)),
    );
  }

  it('a new document is found by its title and its tag, 80 times', async () => {
    await times(80, async (callers, n) => {
      const [word, tag] = [unique(), unique()];
      const { id } = await create(turn(callers, n), { ...saying(word), metadata: { tags: [tag] } });
      const other = otherTurn(callers, n);
      expect((await search(other, n % 4 < 2 ? { q: word } : { tag })).results.map((found) => found.id)).to.deep.equal([
        id,
      ]);
    });
  }).timeout(60_000);

  it('a pushed title is found and the one before is not, 40 times', async () => {
    await times(40, async (callers, n) => {
      const [before, after] = [unique(), unique()];
      const { id } = await create(turn(callers, n >> 1), saying(before));
      await push(turn(callers, n), id, saying(after));
      const other = otherTurn(callers, n);
      expect((await search(other, { q: after })).results.map((found) => found.current_version)).to.deep.equal([2]);
      expect((await search(other, { q: before })).count).to.equal(0);
    });
  }).timeout(60_000);

  it('a deleted document is not found, 40 times', async () => {
    await times(40, async (callers, n) => {
      const word = unique();
      const { id } = await create(turn(callers, n >> 1), saying(word));
      const other = otherTurn(callers, n);
      expect((await search(other, { q: word })).count).to.equal(1);
      expectStatus(await turn(callers, n).delete(`/v1/documents/${id}`), 204);
      expect((await search(other, { q: word })).count).to.equal(0);
    });
  }).timeout(60_000);

  it('a new folder is listed, and takes folders and documents, 40 times', async () => {
    await times(40, async (callers, n) => {
      const folder = await createFolder(turn(callers, n));
      const other = otherTurn(callers, n);
      expect((await listFolders(other)).map(({ id }) => id)).to.include(folder.id);
      const [child, document] = await Promise.all([
        createFolder(other, { parent_id: folder.id }),
        create(other, { folder_id: folder.id }),
      ]);
      expect(await listFolders(turn(callers, n), `?parent_id=${folder.id}`)).to.deep.equal([child]);
      expect((await search(turn(callers, n), { q: document.title, folder_id: folder.id })).count).to.equal(1);
    });
  }).timeout(60_000);

  it('all of 100 documents are found by every search that begins after the last one was made', async () => {
    const [callers] = owners as [ReplicaCallers];
    const tag = unique();
    const made = await atOnce(100, (n) => create(turn(callers, n), { metadata: { tags: [tag] } }));
    const ids = made.map(({ id }) => id).sort();
    for (const caller of callers) {
      expect((await searchAll(caller, { tag })).map(({ id }) => id).sort()).to.deep.equal(ids);
    }
  });
});
