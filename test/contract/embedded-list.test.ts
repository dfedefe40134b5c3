import { expect } from 'chai';
import { EntryReader } from '../../src/adapters/sqlite/index/entry-reader.js';
import { SqliteDocumentIndex } from '../../src/adapters/sqlite/index/sqlite-document-index.js';
import { fold } from '../../src/domain/fold.js';
import type { LivingHead } from '../../src/domain/head.js';
import { livingHead, newOwner } from '../support/factories.js';
import { addHeads, byTitle, listAll, query, replaceHead, searchHeads } from '../support/index-helpers.js';
import { turnsDuring } from '../support/turns-during.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const LARGE = 250_000;

describe('pages of large documents in an embedded index', () => {
  let folder: string;
  let index: SqliteDocumentIndex;
  let owner: string;
  let heads: LivingHead[];
  before(async () => {
    folder = temporaryFolder();
    index = SqliteDocumentIndex.of(folder);
    await index.install('list');
    owner = newOwner();
    const metadata = JSON.stringify('x'.repeat(LARGE));
    heads = Array.from({ length: 50 }, (_, n) =>
      livingHead({ owner, metadata, title: `t ${n}`, tags: ['all'], byKey: { key: `k/${n}`, life: 1 } }),
    ).sort(byTitle);
    await addHeads(index, heads);
  });
  after(() => index.close());

  it('compare keys without reading what they leave out', async () => {
    const { read } = await watched(() => listAll(index, { owner, keyPrefix: 'k/7' }));
    expect(read).to.equal(1);
  });

  it('read no more heads than the limit', async () => {
    const list = { owner, order: 'title' as const, after: undefined, unrefreshed: [], limit: 2, bytes: Infinity };
    for (const keyPrefix of [undefined, 'k/']) {
      const { read, result } = await watched(() => index.list({ ...list, keyPrefix }));
      expect(read).to.equal(2);
      expect(result.heads).to.deep.equal(heads.slice(0, 2));
    }
  });

  it('decode about a megabyte a turn of the event loop, for all searches and lists together', async () => {
    const search = () => searchHeads(index, query(owner, { tag: 'all' }));
    const list = () => listAll(index, { owner });
    const { read, turns, result } = await watched(() => Promise.all([search(), search(), list(), list()]));
    for (const found of result) expect(found).to.deep.equal(heads);
    expect(read).to.equal(200);
    // A turn begins its last head, or first megabyte, before it has enough.
    expect(turns).to.be.at.least((read * LARGE) / (3 * 1024 * 1024));
  });

  it('are those of one moment, for a search, though they are decoded in later turns', async () => {
    const found = searchHeads(index, query(owner, { tag: 'all' }));
    const moved = heads[49] as LivingHead;
    const title = 'another';
    const now = { ...moved, title, foldedTitle: fold(title), tags: [], currentVersion: 2 };
    const written = replaceHead(index, now);
    expect(await found).to.deep.equal(heads);
    await written;
    expect(await searchHeads(index, query(owner, { tag: 'all' }))).to.deep.equal(heads.slice(0, 49));
  });

  /** `read`: how many large heads from the file. */
  async function watched<T>(work: () => Promise<T>): Promise<{ read: number; turns: number; result: T }> {
    const counting = countLargeReads();
    let result: T | undefined;
    const turns = await turnsDuring(async () => {
      result = await work();
    });
    return { read: counting.stop(), turns, result: result as T };
  }
});

function countLargeReads(): { stop(): number } {
  const { livingRow } = EntryReader.prototype;
  let count = 0;
  EntryReader.prototype.livingRow = function (id) {
    const row = livingRow.call(this, id);
    if ((row?.metadata?.length ?? 0) >= LARGE) count++;
    return row;
  };
  return {
    stop: () => {
      EntryReader.prototype.livingRow = livingRow;
      return count;
    },
  };
}
