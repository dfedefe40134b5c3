import { expect } from 'chai';
import { cutFor, mergeUnrefreshed } from '../../src/adapters/opensearch/documents/merge-unrefreshed.js';
import type { Head, LivingHead } from '../../src/domain/head.js';
import { comparePositions, positionIn, RESULT_ORDERS, type ResultOrder } from '../../src/domain/result-order.js';
import { livingHead, newOwner, tombstoneOf } from '../support/factories.js';
import { expectedPage, query } from '../support/index-helpers.js';
import { compareUtf8 } from '../support/oracle/compare-utf8.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';

const TITLES = ['a', 'ab', 'abc', 'b', 'ba', 'zz', '\uff5e', '😀', '\ue000'];
const WORLDS = 300;

/** What the index answers that saw `seen`, and the newest heads of what was written since. */
function pageThrough(seen: readonly LivingHead[], since: readonly Head[], wanted: ReturnType<typeof query>): string[] {
  const unrefreshed = since.map(({ id }) => id);
  const rest = seen.filter(({ id }) => !unrefreshed.includes(id));
  const rows = expectedPage(rest, { ...wanted, ...cutFor(wanted, unrefreshed.length) });
  return mergeUnrefreshed({ ...wanted, unrefreshed }, rows, since).map(
    ({ id, currentVersion }) => `${id} ${currentVersion}`,
  );
}

describe('laying heads over results', () => {
  it('answers as if the index had seen them, whatever was written, at every offset', () => {
    const random = new SeededRandom(7);
    for (let n = 0; n < WORLDS; n++) {
      const owner = newOwner();
      const time = () => `2026-03-14T15:09:26.${100 + random.below(8)}Z`;
      const made = () =>
        livingHead({
          owner,
          title: random.pick(TITLES),
          tags: random.pick([[], ['red'], ['red', 'big']]),
          ...{ createdAt: time(), updatedAt: time() },
        });
      const order = RESULT_ORDERS[n % RESULT_ORDERS.length] as ResultOrder;
      const seen = Array.from({ length: random.below(12) }, made);
      const touched = seen.filter(() => random.below(3) === 0);
      const since: Head[] = touched.map((head) =>
        random.below(3) === 0
          ? tombstoneOf(head)
          : { ...made(), id: head.id, folderId: head.folderId, currentVersion: head.currentVersion + 1 },
      );
      since.push(...Array.from({ length: random.below(4) }, made));
      const now = [...seen.filter(({ id }) => !since.some((head) => head.id === id)), ...since].filter(
        (head) => !head.deleted,
      );
      for (const conditions of [{}, { prefix: 'a' }, { tag: 'red' }, { folderId: seen[0]?.folderId }]) {
        for (let offset = 0; offset < 16; offset++) {
          const wanted = query(owner, { ...conditions, order, offset, limit: 1 + random.below(5) });
          const expected = expectedPage(now, wanted).map(({ id, currentVersion }) => `${id} ${currentVersion}`);
          expect(pageThrough(seen, since, wanted), `world ${n}, offset ${offset}`).to.deep.equal(expected);
          const later = { ...wanted, offset: 0, after: positionIn(order, made()) };
          const after = expectedPage(now, later).map(({ id, currentVersion }) => `${id} ${currentVersion}`);
          expect(pageThrough(seen, since, later), `world ${n}, after ${later.after.value}`).to.deep.equal(after);
        }
      }
    }
  });

  it('lays in nothing of another owner', () => {
    const owner = newOwner();
    expect(pageThrough([], [livingHead()], query(owner))).to.deep.equal([]);
  });
});

describe('the order of results', () => {
  const titles = [
    '',
    'a',
    'ab',
    'b',
    '~',
    'é',
    '\ud7ff',
    '\ue000',
    '\uffff',
    '\u{10000}',
    '😀',
    '\u{10ffff}',
    'a😀',
    'a\uff5e',
  ];

  it('is that of UTF-8 bytes, then of identifiers', () => {
    for (const one of titles) {
      for (const other of titles) {
        const found = comparePositions('title', { value: one, id: '1' }, { value: other, id: '2' });
        expect(Math.sign(found), `${one} ${other}`).to.equal(Math.sign(compareUtf8(one, other)) || -1);
      }
    }
    expect(comparePositions('title', { value: 'a', id: '1' }, { value: 'a', id: '1' })).to.equal(0);
  });
});
