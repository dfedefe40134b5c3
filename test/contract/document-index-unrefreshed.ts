import { expect } from 'chai';
import { fold } from '../../src/domain/fold.js';
import type { LivingHead } from '../../src/domain/head.js';
import type { DocumentIndex, SearchQuery } from '../../src/ports/document-index.js';
import { livingHead, newOwner, tombstoneOf } from '../support/factories.js';
import {
  addHeads,
  expectedPage,
  placeOf,
  query,
  replaceHead,
  searchAll,
  searchHeads,
} from '../support/index-helpers.js';

const unrefreshed = (...heads: readonly { id: string }[]) => heads.map(({ id }) => id);

const next = (head: LivingHead, changes: Partial<LivingHead>): LivingHead => ({
  ...head,
  ...changes,
  foldedTitle: fold(changes.title ?? head.title),
  currentVersion: head.currentVersion + 1,
});

/** Searches that are told what was written since the last refresh. */
export function unrefreshedFacts(index: () => DocumentIndex): void {
  const seenHeads = async (owner: string, titles: readonly string[]) => {
    const heads = titles.map((title) => livingHead({ owner, title, tags: ['red'] }));
    await addHeads(index(), heads);
    await index().refresh();
    return heads as [LivingHead, LivingHead, ...LivingHead[]];
  };
  const titles = async (owner: string, conditions: Partial<SearchQuery>) =>
    (await searchHeads(index(), query(owner, conditions))).map(({ title }) => title);

  describe('search with unrefreshed documents', () => {
    it('finds a new one in its place', async () => {
      const owner = newOwner();
      await seenHeads(owner, ['a', 'c']);
      const made = livingHead({ owner, title: 'b' });
      await addHeads(index(), [made]);
      expect(await titles(owner, { unrefreshed: unrefreshed(made) })).to.deep.equal(['a', 'b', 'c']);
      expect(await titles(owner, { unrefreshed: unrefreshed(made), offset: 1, limit: 1 })).to.deep.equal(['b']);
      expect(await titles(owner, { unrefreshed: unrefreshed(made), tag: 'red' })).to.deep.equal(['a', 'c']);
    });

    it('askForUnrefreshed: finds a retitled one where it is now, and not where it was, whatever was told of it', async () => {
      const owner = newOwner();
      const [head] = await seenHeads(owner, ['alpha', 'beta', 'gamma']);
      await replaceHead(index(), next(head, { title: 'zeta' }));
      expect(await titles(owner, { unrefreshed: unrefreshed(head) })).to.deep.equal(['beta', 'gamma', 'zeta']);
      expect(await titles(owner, { unrefreshed: unrefreshed(head), prefix: 'al' })).to.deep.equal([]);
      expect(await titles(owner, { unrefreshed: unrefreshed(head), prefix: 'ze' })).to.deep.equal(['zeta']);
    });

    it('finds one by its tags of now', async () => {
      const owner = newOwner();
      const [head] = await seenHeads(owner, ['a', 'b']);
      await replaceHead(index(), next(head, { tags: ['blue'] }));
      expect(await titles(owner, { unrefreshed: unrefreshed(head), tag: 'red' })).to.deep.equal(['b']);
      expect(await titles(owner, { unrefreshed: unrefreshed(head), tag: 'blue' })).to.deep.equal(['a']);
    });

    it('does not find a deleted one, and fills the page with what comes after', async () => {
      const owner = newOwner();
      const [head] = await seenHeads(owner, ['a', 'b', 'c']);
      await replaceHead(index(), tombstoneOf(head));
      expect(await titles(owner, { unrefreshed: unrefreshed(head), limit: 2 })).to.deep.equal(['b', 'c']);
      expect(await titles(owner, { unrefreshed: unrefreshed(head), offset: 2 })).to.deep.equal([]);
    });

    it('goes on after a place as things are now, whatever has become of the document that was there', async () => {
      const owner = newOwner();
      const [a, b, c] = await seenHeads(owner, ['a', 'b', 'c', 'd']);
      const after = placeOf(b);
      await replaceHead(index(), tombstoneOf(b));
      await replaceHead(index(), next(a, { title: 'bb' }));
      await replaceHead(index(), next(c as LivingHead, { title: 'aa' }));
      const told = unrefreshed(a, b, c as LivingHead);
      expect(await titles(owner, { unrefreshed: told, after })).to.deep.equal(['bb', 'd']);
      expect(await titles(owner, { unrefreshed: told, after, limit: 1 })).to.deep.equal(['bb']);
    });

    it('finds nothing of one that is not there, or of another owner', async () => {
      const owner = newOwner();
      await seenHeads(owner, ['a', 'b']);
      const other = livingHead({ title: 'ab' });
      await addHeads(index(), [other]);
      expect(await titles(owner, { unrefreshed: unrefreshed(other, livingHead({ owner })) })).to.deep.equal(['a', 'b']);
    });

    it('answers every combination of conditions, offset and limit while much is unrefreshed', async () => {
      const owner = newOwner();
      const seen = await seenHeads(
        owner,
        Array.from({ length: 60 }, (_, i) => `${'abc'[i % 3]} ${i % 10}`),
      );
      const moved = seen
        .slice(0, 12)
        .map((head, i) => next(head, { title: `${'abc'[(i + 1) % 3]} new`, tags: ['blue'] }));
      const ended = seen.slice(12, 18);
      const made = Array.from({ length: 8 }, (_, i) =>
        livingHead({ owner, title: `${'abc'[i % 3]} made`, tags: ['red'] }),
      );
      await Promise.all([...moved, ...ended.map(tombstoneOf)].map((head) => replaceHead(index(), head)));
      await addHeads(index(), made);
      const all = unrefreshed(...moved, ...ended, ...made);
      for (const conditions of [{}, { prefix: 'a' }, { tag: 'red' }, { prefix: 'b', tag: 'blue' }]) {
        for (const [offset, limit] of [
          [0, 20],
          [0, 1],
          [5, 10],
          [25, 7],
          [40, 50],
          [100, 5],
        ] as const) {
          const wanted = query(owner, { ...conditions, offset, limit, unrefreshed: all });
          const found = await searchHeads(index(), wanted);
          const now = [...moved, ...seen.slice(18), ...made];
          expect(found, JSON.stringify({ conditions, offset })).to.deep.equal(expectedPage(now, wanted));
          const fromPlaces = await searchAll(index(), { ...wanted, offset: 0, limit });
          const whole = expectedPage(now, { ...wanted, offset: 0, limit: Infinity });
          expect(fromPlaces, JSON.stringify({ conditions, limit })).to.deep.equal(whole);
        }
      }
    });

    it('shows a document as it is after each further write that it is told of', async () => {
      const owner = newOwner();
      let [head] = await seenHeads(owner, ['first', 'other']);
      for (const title of ['second', 'third']) {
        head = next(head, { title });
        await replaceHead(index(), head);
        const told = unrefreshed(head);
        for (let again = 0; again < 2; again++) {
          expect(await titles(owner, { unrefreshed: told })).to.deep.equal(['other', title].sort());
        }
      }
    });
  });
}
