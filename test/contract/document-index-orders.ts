import { expect } from 'chai';
import { fold } from '../../src/domain/fold.js';
import type { LivingHead } from '../../src/domain/head.js';
import { newId } from '../../src/domain/ids.js';
import { RESULT_ORDERS, type ResultOrder, type ResultPosition } from '../../src/domain/result-order.js';
import type { DocumentIndex, ListQuery } from '../../src/ports/document-index.js';
import { livingHead, newOwner, tombstoneOf } from '../support/factories.js';
import { addHeads, expectedPage, inOrder, listAll, query, replaceHead, searchAll } from '../support/index-helpers.js';
import { searchHeads } from '../support/index-helpers.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';
import { idsOf } from './document-index-pages.js';

const STARTS = ['a', 'Ab', 'aB ', 'b', '😀', '\uff5e'];
const TAGS = [['all'], ['all', 'red'], ['all', 'Red'], ['red', 'all'], []];
const MINUTE = 60_000;
const ROUNDS = 15;

/** `count`: of the documents. With more than some thousand, a tag and a prefix have more than are sorted at once. */
export function orderFacts(index: () => DocumentIndex, count = 1_500): void {
  describe(`orders of ${count} documents`, function () {
    this.timeout(Math.max(120_000, 30 * count));
    const random = new SeededRandom(11);
    const owner = newOwner();
    const folders = [newId(owner), newId(owner), newId(owner)];
    /** Few times, so that many are equal. */
    const time = () => new Date(Date.UTC(2026, 2, 14) + random.below(count / 4) * MINUTE).toISOString();
    let heads: LivingHead[];
    before(async () => {
      heads = Array.from({ length: count }, (_, n) => randomHead(n));
      await addHeads(index(), [...heads, ...Array.from({ length: 20 }, (_, n) => randomHead(n, newOwner()))]);
      await index().refresh();
    });

    function randomHead(n: number, of = owner): LivingHead {
      const title = random.pick(STARTS) + (n % 4 ? String(n) : '');
      return livingHead({
        ...{ owner: of, title, folderId: random.pick(folders), createdAt: time(), updatedAt: time() },
        tags: n % 100 === 0 ? ['rare', 'all'] : random.pick(TAGS),
        visibility: random.pick(['public', 'private']),
        byKey: random.chance(0.5) ? { key: `k${random.below(3)}/${n}`, life: 1 } : null,
      });
    }

    const conditions = (): Pick<ListQuery, 'tag' | 'folderId' | 'folderIds'> => ({
      tag: random.pick([undefined, 'all', 'red', 'rare', 'none']),
      ...random.pick([
        {},
        {},
        { folderId: folders[0] },
        { folderId: newId(owner) },
        { folderIds: new Set([folders[0] as string]) },
        { folderIds: new Set([folders[2] as string, newId(owner), folders[0] as string]) },
        { folderIds: new Set([newId(owner), newId(owner)]) },
      ]),
    });
    const place = (order: ResultOrder): ResultPosition => {
      const value = order === 'title' ? fold(random.pick(STARTS)) : time();
      return random.pick([{ value, id: newId(owner) }, placeIn(order, random.pick(heads))]);
    };

    for (const order of RESULT_ORDERS) {
      it(`are those of searches by ${order}, from any offset and place, page by page`, async () => {
        for (let n = 0; n < ROUNDS; n++) {
          const prefix = random.pick([undefined, 'a', 'ab', 'b', 'b1', '😀', 'x']);
          const wanted = query(owner, { ...conditions(), prefix, order, limit: random.pick([1, 3, 20, 50]) });
          for (const more of [{ offset: random.below(30) }, { offset: count - 50 }, { after: place(order) }]) {
            const page = { ...wanted, ...more };
            const found = idsOf(await searchHeads(index(), page));
            expect(found, JSON.stringify(page)).to.deep.equal(idsOf(expectedPage(heads, page)));
          }
        }
        for (const prefix of [undefined, 'a', 'b1']) {
          for (const tag of ['all', 'rare']) {
            const wanted = query(owner, { prefix, tag, order, limit: 50 });
            const all = expectedPage(heads, { ...wanted, limit: Infinity });
            expect(idsOf(await searchAll(index(), wanted)), JSON.stringify(wanted)).to.deep.equal(idsOf(all));
          }
        }
      });

      it(`are those of lists by ${order}, with any conditions, page by page`, async () => {
        for (let n = 0; n < ROUNDS; n++) {
          const wanted = {
            ...{ owner, order, ...conditions(), limit: random.pick([7, 50, 200]) },
            keyPrefix: random.pick([undefined, undefined, 'k', 'k1/']),
            visibility: random.pick([undefined, undefined, 'public', 'private'] as const),
            updatedFrom: random.pick([undefined, time()]),
            updatedBefore: random.pick([undefined, time()]),
            after: random.pick([undefined, place(order)]),
          };
          const expected = inOrder(heads.filter(isMeantBy(wanted)), order, wanted.after);
          const found = await listAll(index(), wanted);
          expect(idsOf(found), JSON.stringify(wanted)).to.deep.equal(idsOf(expected));
        }
        const page = await index().list({ owner, order, after: undefined, unrefreshed: [], limit: 9, bytes: Infinity });
        expect(page.heads).to.deep.equal(inOrder(heads, order).slice(0, 9));
      });

      it(`by ${order} have every document once that stays, while others are written between the pages`, async () => {
        const mine = newOwner();
        const made = Array.from({ length: 60 }, (_, n) => ({ ...randomHead(n, mine), tags: ['t'] }));
        await addHeads(index(), made);
        await index().refresh();
        for (const [n, read] of [
          (after: ResultPosition | undefined, unrefreshed: string[]) =>
            index().list({ owner: mine, order, tag: 't', after, unrefreshed, limit: 4, bytes: Infinity }),
          (after: ResultPosition | undefined, unrefreshed: string[]) =>
            index().search(query(mine, { order, tag: 't', after, unrefreshed, limit: 4 })),
        ].entries()) {
          const changing = made.filter((_, i) => i % 6 === n);
          const unrefreshed: string[] = [];
          const found: LivingHead[] = [];
          for (let after: ResultPosition | undefined; ;) {
            const page = await read(after, unrefreshed);
            const last = page.heads.at(-1);
            if (last) expect(page.heads).to.deep.equal(inOrder(page.heads, order, after));
            found.push(...page.heads);
            if (!page.next) break;
            after = page.next;
            const now = changing.pop();
            if (!now) continue;
            const next = { ...now, updatedAt: time(), title: 'moved', foldedTitle: 'moved', currentVersion: 2 };
            await replaceHead(index(), changing.length % 2 ? next : tombstoneOf(now));
            const added = { ...randomHead(0, mine), tags: ['t'] };
            await addHeads(index(), [added]);
            unrefreshed.push(now.id, added.id);
          }
          const staying = made.filter((_, i) => i % 6 > n);
          const seen = idsOf(found).filter((id) => staying.some((head) => head.id === id));
          expect(seen).to.deep.equal(idsOf(inOrder(staying, order)));
          await index().refresh();
        }
      });
    }

    it('follow the newest version of a document, and forget deleted ones', async () => {
      const mine = newOwner();
      const made = ['1', '2', '3', '4'].map((title) => livingHead({ owner: mine, title, updatedAt: time() }));
      await addHeads(index(), made);
      const [first, second, ...others] = made as [LivingHead, LivingHead, ...LivingHead[]];
      const folderId = newId(mine);
      const pushed = { ...first, updatedAt: '2027-01-01T00:00:00.000Z', currentVersion: 2 };
      const moved = { ...second, folderId, updatedAt: '2025-01-01T00:00:00.000Z', currentVersion: 2 };
      await replaceHead(index(), pushed);
      await replaceHead(index(), moved);
      await replaceHead(index(), tombstoneOf(others.pop() as LivingHead));
      await index().refresh();
      for (const order of ['updated_at', '-updated_at', 'created_at', '-created_at'] as const) {
        const now = [pushed, moved, ...others];
        expect(await listAll(index(), { owner: mine, order })).to.deep.equal(inOrder(now, order));
        expect(await listAll(index(), { owner: mine, order, folderId })).to.deep.equal([moved]);
        expect(await listAll(index(), { owner: mine, order, folderId: second.folderId })).to.deep.equal([]);
      }
    });
  });
}

function placeIn(order: ResultOrder, { id, foldedTitle, updatedAt, createdAt }: LivingHead): ResultPosition {
  return { id, value: order === 'title' ? foldedTitle : order.endsWith('updated_at') ? updatedAt : createdAt };
}

type Conditions = Pick<
  ListQuery,
  'tag' | 'folderId' | 'folderIds' | 'keyPrefix' | 'visibility' | 'updatedFrom' | 'updatedBefore'
>;

/** The conditions, in the words of the port. */
function isMeantBy({ tag, folderId, folderIds, keyPrefix, visibility, updatedFrom, updatedBefore }: Conditions) {
  return (head: LivingHead): boolean =>
    (tag === undefined || head.tags.includes(tag)) &&
    (folderId === undefined || head.folderId === folderId) &&
    (folderIds === undefined || folderIds.has(head.folderId)) &&
    (keyPrefix === undefined || (head.byKey?.key ?? '').startsWith(keyPrefix)) &&
    (visibility === undefined || head.visibility === visibility) &&
    (updatedFrom === undefined || Date.parse(head.updatedAt) >= Date.parse(updatedFrom)) &&
    (updatedBefore === undefined || Date.parse(head.updatedAt) < Date.parse(updatedBefore));
}
