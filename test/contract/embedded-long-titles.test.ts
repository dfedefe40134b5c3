import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLmdbIndex } from '../../src/adapters/lmdb/open-lmdb-index.js';
import { randomBase62 } from '../../src/domain/base62.js';
import type { LivingHead } from '../../src/domain/head.js';
import type { DocumentIndex, ListQuery, SearchQuery } from '../../src/ports/document-index.js';
import { livingHead, newOwner } from '../support/factories.js';
import {
  addHeads,
  expectedPage,
  listAll,
  query,
  readExisting,
  searchAll,
  searchHeads,
} from '../support/index-helpers.js';
import { turnsDuring } from '../support/turns-during.js';

/** Of 12 bytes in NFC: 490 of it are cut by every key. */
const WIDEST = '\u{1d160}';
const COUNT = 1_000;

describe('the LMDB index with a thousand titles cut at the same bytes', () => {
  let folder: string;
  let index: DocumentIndex;
  let heads: LivingHead[];
  const owner = newOwner();
  const start = WIDEST.repeat(490);
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-titles-'));
    index = openLmdbIndex(folder);
    await index.install('titles');
    const long = Array.from({ length: COUNT }, (_, i) => start + (i % 50 === 0 ? 'same' : randomBase62(3)));
    const others = ['a', WIDEST.repeat(120), 'zz', `\u{1d15f}${start}`, `\u{1d161}${start}`];
    heads = [...long, ...others].map((title) => livingHead({ owner, title }));
    await addHeads(index, heads);
  });
  after(async () => {
    await index.close();
    await rm(folder, { recursive: true });
  });

  const prefixOfAll = () => String(heads[0]?.foldedTitle.slice(0, start.length));
  const idsOf = (found: readonly LivingHead[]) => found.map(({ id }) => id);
  const checkPages = async (wanted: Partial<SearchQuery>, offsets: readonly number[]) => {
    const all = idsOf(expectedPage(heads, query(owner, { ...wanted, limit: Infinity })));
    const { limit = 50 } = wanted;
    for (const offset of offsets) {
      const found = idsOf(await searchHeads(index, query(owner, { ...wanted, limit, offset })));
      expect(found, `offset ${offset}`).to.deep.equal(all.slice(offset, offset + limit));
    }
  };

  it('lists each of them once, in order', async () => {
    const all = idsOf(expectedPage(heads, query(owner, { limit: Infinity })));
    for (const limit of [7, 200]) expect(idsOf(await listAll(index, { owner, limit }))).to.deep.equal(all);
  });

  it('lists those that stay once, while others are written to', async () => {
    const mine = newOwner();
    const made = Array.from({ length: 1_500 }, (_, n) => livingHead({ owner: mine, title: `${start}${1_000 + n}` }));
    await addHeads(index, made);
    const query = { owner: mine, folderId: undefined, keyPrefix: undefined, bytes: Infinity, unrefreshed: [] };
    const found: string[] = [];
    for (let after: ListQuery['after'], n = 0; n < made.length; n += 100) {
      const last = made[n + 99] as LivingHead;
      const { revision: expected } = await readExisting(index, last.id);
      const page = index.list({ ...query, after, limit: 100 });
      // The page is read over several turns: its last document gets another title meanwhile.
      const head = { ...last, title: 'zz', foldedTitle: 'zz', currentVersion: 2 };
      expect(await index.writeHead({ head, expected, summaries: [] })).to.equal('written');
      const { heads, next } = await page;
      found.push(...idsOf(heads));
      after = next;
    }
    for (const [n, { id }] of made.entries()) {
      if (n % 10 !== 9)
        expect(
          found.filter((each) => each === id),
          String(n),
        ).to.have.length(1);
    }
  });

  it('has every page of them in order', async () => {
    await checkPages(
      {},
      Array.from({ length: heads.length / 50 + 1 }, (_, i) => 50 * i),
    );
    await checkPages({ limit: 7 }, [0, 1, 3, 99, 100, 101, 995, 1_003]);
  });

  it('has every page of those that a prefix beyond the cut finds', async () => {
    await checkPages({ prefix: prefixOfAll() }, [0, 49, 500, 990, 1_000]);
    for (const end of ['same', 's', 'a', '0']) await checkPages({ prefix: prefixOfAll() + end }, [0, 5, 19]);
  });

  it('has each of them once from place to place, and those that a prefix finds', async () => {
    for (const prefix of [undefined, WIDEST.repeat(5), ...['', 'same', 's'].map((end) => prefixOfAll() + end)]) {
      const all = idsOf(expectedPage(heads, query(owner, { prefix, limit: Infinity })));
      const found = idsOf(await searchAll(index, query(owner, { prefix, limit: 50 })));
      expect(found, `${prefix?.slice(-5)}`).to.deep.equal(all);
    }
  });

  it('lets the event loop turn while it looks at them', async () => {
    const wanted = [query(owner), query(owner, { offset: 900 }), query(owner, { prefix: prefixOfAll() })];
    for (const each of wanted) expect(await turnsDuring(() => searchHeads(index, each))).to.be.at.least(COUNT / 100);
  });
});
