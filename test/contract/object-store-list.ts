import { expect } from 'chai';
import { mapConcurrently } from '../../src/platform/concurrently.js';
import type { ObjectStore } from '../../src/ports/object-store.js';
import { collect } from '../support/rebuild-helpers.js';

/** The characters of names. */
const CHARACTERS = '-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

export const text = (content: string): Uint8Array => Buffer.from(content);

/** `base`: the prefix of a test. `keys`: without it. */
type Listed = { store: ObjectStore; base: string; keys(prefix: string, after?: string): Promise<string[]> };

export function listFacts(get: () => Listed): void {
  describe('list', () => {
    const NAMES = [
      'a-b/x',
      'a.b',
      'a/b',
      'a/b.c',
      'a0',
      'a/b-/c',
      'B',
      '_',
      'a-',
      'Z/z',
      'a/B',
      'a/_',
      'a/0',
      '-',
      '0',
    ];
    const SORTED = [...NAMES].sort();

    beforeEach(() => Promise.all(NAMES.map((key) => get().store.create(get().base + key, text(key)))));

    it('is in the order of the bytes of whole keys', async () => {
      expect(await get().keys('')).to.deep.equal(SORTED);
    });

    it('goes on after any key, there or not, inside a folder or before it', async () => {
      for (const after of [...SORTED, 'a', 'a/', 'a/a', 'a/b/z', 'a-z', 'A', '~', 'a/b-/', 'Z/zz', 'zz']) {
        expect(await get().keys('', after), after).to.deep.equal(SORTED.filter((key) => key > after));
      }
    });

    it('takes any prefix, also in the middle of a name', async () => {
      for (const prefix of ['a', 'a/', 'a/b', 'a/b.', 'a-', '.', 'a/.', '..', 'Z/', 'Z/z', 'Z/zz', 'none/', 'a/b-/c']) {
        expect(await get().keys(prefix), prefix).to.deep.equal(SORTED.filter((key) => key.startsWith(prefix)));
        const after = SORTED[7];
        expect(await get().keys(prefix, after), `${prefix} after ${after}`).to.deep.equal(
          SORTED.filter((key) => key.startsWith(prefix) && key > String(after)),
        );
      }
    });

    it('can be left early and started again', async () => {
      for await (const key of get().store.list(get().base)) {
        expect(key).to.equal(get().base + String(SORTED[0]));
        break;
      }
      expect(await get().keys('')).to.deep.equal(SORTED);
    });

    it('shows a new object and no removed one at once', async () => {
      await get().store.create(`${get().base}new`, text('x'));
      await get().store.remove(get().base + String(SORTED[0]));
      expect(await get().keys('')).to.deep.equal([...SORTED.slice(1), 'new'].sort());
    });

    it('gives each of 3,000 keys once, over all pages, and from the middle on', async () => {
      const many = Array.from({ length: 3000 }, (_, i) => `many/${String(i).padStart(4, '0')}`);
      await mapConcurrently(many, 32, (key) => get().store.put(get().base + key, text(key)));
      expect(await get().keys('many/')).to.deep.equal(many);
      expect(await get().keys('many/', 'many/1499')).to.deep.equal(many.slice(1500));
      expect(await get().keys('many/299')).to.deep.equal(many.slice(2990));
    });

    it('gives the same of a spread folder, over all pages, whole and from anywhere on, left early or not', async () => {
      const names = Array.from(
        { length: 2600 },
        (_, i) => `spread/${CHARACTERS.charAt(i % 65)}${i % 3 ? 'y' : ''}${i}`,
      );
      const sorted = [...names, 'spread/Qq/in/it.json', 'spread/QqZ'].sort();
      await mapConcurrently([...sorted, 'spreae/a', 'spreac/z'], 32, (key) =>
        get().store.put(get().base + key, text(key)),
      );
      const spread = (after?: string) =>
        get().store.list(`${get().base}spread/`, { after: after && get().base + after, isSpread: true });
      for (const after of [
        undefined,
        'a',
        'spread/',
        'spread/-',
        ...[0, 998, 999, 1000, 1700, 2600].map((i) => sorted[i]),
        'spread/Qq/in',
        'spread/M',
        'spread/_~',
        'spread/z~',
        'spree',
      ]) {
        const rest = sorted.filter((key) => after === undefined || key > after);
        expect(
          (await collect(spread(after))).map((key) => key.slice(get().base.length)),
          after,
        ).to.deep.equal(rest);
      }
      const first: string[] = [];
      for await (const key of spread()) if (first.push(key.slice(get().base.length)) === 1_100) break;
      expect(first).to.deep.equal(sorted.slice(0, 1_100));
    });
  });
}
