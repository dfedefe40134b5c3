import { expect } from 'chai';
import type { LivingHead } from '../../src/domain/head.js';
import { newId } from '../../src/domain/ids.js';
import type { DocumentIndex } from '../../src/ports/document-index.js';
import { livingHead, newOwner } from '../support/factories.js';
import { addHeads, byTitle, expectedPage, query, searchAll, searchHeads } from '../support/index-helpers.js';

export const idsOf = (heads: readonly LivingHead[]): string[] => heads.map(({ id }) => id);

/** Searches of many documents. */
export function pageFacts(index: () => DocumentIndex): void {
  describe('search', () => {
    it('answers every combination of conditions, offset and limit', async () => {
      const [owner, other] = [newOwner(), newOwner()];
      const heads = mixedHeads(owner, 240).concat(mixedHeads(other, 30));
      await addHeads(index(), heads);
      await index().refresh();
      const folders = [undefined, heads[0]?.folderId, heads[1]?.folderId, newId(owner)];
      for (const prefix of [undefined, 'a', 'ab', 'ab ', 'aba', 'b', 'x', '😀', '\uff5e']) {
        for (const tag of [undefined, 'red', 'Red', 'none']) {
          for (const folderId of folders) {
            for (const [offset, limit] of [
              [0, 20],
              [3, 1],
              [17, 50],
              [60, 7],
              [500, 20],
            ] as const) {
              const wanted = query(owner, { prefix, tag, folderId, offset, limit });
              expect(idsOf(await searchHeads(index(), wanted)), JSON.stringify(wanted)).to.deep.equal(
                idsOf(expectedPage(heads, wanted)),
              );
            }
          }
        }
      }
    });

    it('answers every combination of conditions and limit from place to place, and from places that nobody has', async () => {
      const [owner, other] = [newOwner(), newOwner()];
      const heads = mixedHeads(owner, 240).concat(mixedHeads(other, 30));
      await addHeads(index(), heads);
      await index().refresh();
      const strange = ['', 'a', 'ab 1', 'abb', 'c', '\u{10ffff}x'].map((value) => ({ value, id: newId(owner) }));
      for (const prefix of [undefined, 'a', 'ab ', 'b', 'x', '\uff5e']) {
        for (const tag of [undefined, 'red', 'none']) {
          for (const folderId of [undefined, heads[0]?.folderId]) {
            const conditions = { prefix, tag, folderId };
            for (const limit of [3, 50]) {
              const wanted = query(owner, { ...conditions, limit });
              const all = expectedPage(heads, { ...wanted, limit: Infinity });
              expect(idsOf(await searchAll(index(), wanted)), JSON.stringify(wanted)).to.deep.equal(idsOf(all));
            }
            for (const after of strange) {
              const wanted = query(owner, { ...conditions, after, limit: 5 });
              expect(idsOf(await searchHeads(index(), wanted)), JSON.stringify(wanted)).to.deep.equal(
                idsOf(expectedPage(heads, wanted)),
              );
            }
          }
        }
      }
    });

    it('names a next page after a full one alone, which begins where it ended', async () => {
      const owner = newOwner();
      const heads = ['a', 'b', 'c'].map((title) => livingHead({ owner, title }));
      await addHeads(index(), heads);
      await index().refresh();
      const nextAt = async (conditions: { limit: number; offset?: number }) =>
        (await index().search(query(owner, conditions))).next;
      expect(await nextAt({ limit: 4 })).to.equal(undefined);
      for (const [limit, offset] of [
        [3, 0],
        [1, 2],
        [2, 1],
      ] as const) {
        const next = await nextAt({ limit, offset });
        expect(next).to.include({ value: 'c', id: heads[2]?.id });
        expect(await index().search(query(owner, { after: next }))).to.deep.equal({ heads: [], next: undefined });
      }
    });

    it('pages without gap or repeat, deep down and past the end', async () => {
      const owner = newOwner();
      const heads = Array.from({ length: 10_500 }, (_, i) =>
        livingHead({ owner, title: `deep ${i % 5000}`, tags: ['t'] }),
      );
      await addHeads(index(), heads);
      await index().refresh();
      const sorted = idsOf([...heads].sort(byTitle));
      for (let offset = 0; offset < 1000; offset += 50) {
        expect(idsOf(await searchHeads(index(), query(owner, { offset })))).to.deep.equal(
          sorted.slice(offset, offset + 50),
        );
      }
      expect(idsOf(await searchAll(index(), query(owner, { tag: 't', prefix: 'd' })))).to.deep.equal(sorted);
      for (const conditions of [{}, { prefix: 'deep' }, { tag: 't', prefix: 'd' }]) {
        for (const offset of [5_123, 9_990, 10_001, 10_449, 10_490]) {
          expect(idsOf(await searchHeads(index(), query(owner, { ...conditions, offset })))).to.deep.equal(
            sorted.slice(offset, offset + 50),
          );
        }
        for (const offset of [10_500, 10_501, 100_000, 2 ** 31 - 1]) {
          expect(await searchHeads(index(), query(owner, { ...conditions, offset }))).to.deep.equal([]);
        }
      }
    });
  });
}

/** Titles, tags and folders that meet often. */
function mixedHeads(owner: string, count: number): LivingHead[] {
  const folders = [newId(owner), newId(owner), newId(owner)];
  const starts = ['a', 'Ab', 'aB ', 'ABA', 'b', '😀', '\uff5e'];
  const tags = [[], ['red'], ['red', 'Red'], ['blue', 'red'], ['Red']];
  return Array.from({ length: count }, (_, i) =>
    livingHead({
      owner,
      title: (starts[i % 7] ?? '') + (i % 4 ? String(i) : ''),
      tags: tags[(i * 3) % 5] ?? [],
      folderId: folders[i % 3] ?? '',
    }),
  );
}
