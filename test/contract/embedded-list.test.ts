import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { headRecord, type HeadRecord } from '../../src/adapters/lmdb/index-records.js';
import { openTables, type IndexTables } from '../../src/adapters/lmdb/index-tables.js';
import { keyInRecord } from '../../src/adapters/lmdb/key-in-record.js';
import { openLmdbIndex } from '../../src/adapters/lmdb/open-lmdb-index.js';
import { fold } from '../../src/domain/fold.js';
import type { Head, LivingHead } from '../../src/domain/head.js';
import { livingHead, newOwner, tombstoneHead } from '../support/factories.js';
import { addHeads, byTitle, listAll, query, replaceHead, searchHeads } from '../support/index-helpers.js';
import { turnsDuring } from '../support/turns-during.js';

const LARGE = 250_000;

describe('the key in a stored head', () => {
  let folder: string;
  let tables: IndexTables;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-list-'));
    tables = openTables(folder);
  });
  after(async () => {
    await tables.root.close();
    await rm(folder, { recursive: true });
  });

  const NAME = Buffer.from('head');
  const stored = async (record: HeadRecord): Promise<Buffer> => {
    await tables.heads.put(NAME, record);
    return tables.heads.getBinary(NAME) as Buffer;
  };
  const keyOf = async (head: Head, seqNo = 1) => keyInRecord(await stored(headRecord(head, seqNo)));

  const texts = ['', 'a', 'é', '漢', 'x'.repeat(31), 'x'.repeat(32), 'é'.repeat(200), '😀'.repeat(128)];
  const metadatas = [null, '{}', JSON.stringify('x'.repeat(300)), JSON.stringify('漢'.repeat(80_000))];

  it('is that of the head, whatever the fields before it', async () => {
    for (const key of texts) {
      for (const metadata of metadatas) {
        const parts = { metadata, title: key, tags: texts, byKey: { key, life: 3 }, contentHash: 'a'.repeat(64) };
        for (const seqNo of [0, 1, 127, 128, 255, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, 2 ** 40]) {
          expect(await keyOf(livingHead({ ...parts, currentVersion: seqNo, blockCount: seqNo }), seqNo)).to.equal(key);
        }
        expect(await keyOf(livingHead({ ...parts, tags: Array.from({ length: 1_000 }, String) }))).to.equal(key);
      }
    }
  });

  it('is absent in a head without one, in a tombstone, and in a record of an older schema', async () => {
    expect(await keyOf(livingHead())).to.equal(undefined);
    expect(await keyOf(tombstoneHead())).to.equal(undefined);
    const older = headRecord(livingHead({ byKey: { key: 'k', life: 1 } }), 1).slice(0, 14) as HeadRecord;
    expect(keyInRecord(await stored(older))).to.equal(undefined);
  });

  it('raises an error for bytes that are no head', async () => {
    const record = await stored(headRecord(livingHead({ byKey: { key: 'k', life: 1 } }), 1));
    for (const wrong of [Buffer.alloc(0), Buffer.from('xyz'), record.subarray(0, 40)]) {
      expect(() => keyInRecord(wrong)).to.throw(RangeError);
    }
  });
});

describe('pages of large documents in the LMDB index', () => {
  let folder: string;
  let index: ReturnType<typeof openLmdbIndex>;
  let owner: string;
  let heads: LivingHead[];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-list-'));
    index = openLmdbIndex(folder);
    await index.install('list');
    owner = newOwner();
    const metadata = JSON.stringify('x'.repeat(LARGE));
    heads = Array.from({ length: 50 }, (_, n) =>
      livingHead({ owner, metadata, title: `t ${n}`, tags: ['all'], byKey: { key: `k/${n}`, life: 1 } }),
    ).sort(byTitle);
    await addHeads(index, heads);
  });
  after(async () => {
    await index.close();
    await rm(folder, { recursive: true });
  });

  it('compare keys without decoding what they leave out, in steps', async () => {
    const { decoded, turns } = await watched(() => listAll(index, { owner, keyPrefix: 'k/7' }));
    expect(decoded).to.equal(1);
    // 12 MB are looked at, 4 at a time.
    expect(turns).to.be.at.least(2);
  });

  it('read no more heads than the limit', async () => {
    const list = { owner, folderId: undefined, after: undefined, unrefreshed: [], limit: 2, bytes: Infinity };
    for (const keyPrefix of [undefined, 'k/']) {
      const { decoded, result } = await watched(() => index.list({ ...list, keyPrefix }));
      expect(decoded).to.equal(2);
      expect(result.heads).to.deep.equal(heads.slice(0, 2));
    }
  });

  it('decode about a megabyte a turn of the event loop, for all searches and lists together', async () => {
    const search = () => searchHeads(index, query(owner, { tag: 'all' }));
    const list = () => listAll(index, { owner });
    const { decoded, turns, result } = await watched(() => Promise.all([search(), search(), list(), list()]));
    for (const found of result) expect(found).to.deep.equal(heads);
    expect(decoded).to.equal(200);
    // A turn begins its last head, or first megabyte, before it has enough.
    expect(turns).to.be.at.least((decoded * LARGE) / (3 * 1024 * 1024));
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

  /** `decoded`: how many large records. */
  async function watched<T>(work: () => Promise<T>): Promise<{ decoded: number; turns: number; result: T }> {
    const tables = openTables(folder);
    const counting = countLargeRecords(tables);
    let result: T | undefined;
    const turns = await turnsDuring(async () => {
      result = await work();
    });
    const decoded = counting.stop();
    await tables.root.close();
    return { decoded, turns, result: result as T };
  }
});

type Decoder = { decode(record: Buffer, options?: unknown): unknown };

/** All tables of the process have decoders of one class. */
function countLargeRecords({ heads }: IndexTables): { stop(): number } {
  let type = Object.getPrototypeOf((heads as unknown as { decoder: Decoder }).decoder) as Decoder;
  while (!Object.hasOwn(type, 'decode')) type = Object.getPrototypeOf(type) as Decoder;
  const { decode } = type;
  let count = 0;
  type.decode = function (record, options) {
    if (record.length > LARGE) count++;
    return decode.call(this, record, options);
  };
  return {
    stop: () => {
      type.decode = decode;
      return count;
    },
  };
}
