import { expect } from 'chai';
import { ObjectLocations, roundedSize } from '../../src/adapters/segments/places.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_SLOT = 2 ** 17 - 1;
const MOST_OFFSET = 2 ** 28 - 1;

describe('places of objects', () => {
  it('gives back slot and offset as they are, up to the largest', () => {
    const places = new ObjectLocations();
    for (const slot of [0, 1, 2 ** 16, MOST_SLOT]) {
      for (const offset of [0, 1, MOST_BYTES, MOST_OFFSET]) {
        for (const size of [21, 1000, MOST_BYTES]) {
          places.set('a', { slot, offset, size });
          expect(places.get('a')).to.deep.equal({ slot, offset, size: roundedSize(size) });
        }
      }
    }
  });

  it('rounds a size up by a tenth at most', () => {
    const random = new SeededRandom(1);
    const sizes = Array.from({ length: 10_000 }, () => random.below(MOST_BYTES) + 21);
    const bounds = [...new Set(sizes.map(roundedSize))].flatMap((size) => [size - 1, size, size + 1]);
    for (const size of [...sizes, ...bounds, 21, MOST_BYTES]) {
      expect(roundedSize(size), String(size)).to.be.within(size, Math.ceil(size * 1.1));
    }
  });

  it('has the keys in the order of their bytes', () => {
    const places = new ObjectLocations();
    const keys = ['a', 'a-', 'a.b', 'a/b', 'a/b/c', 'a0', 'aA', 'a_', 'aa', 'b', 'B'];
    for (const key of new SeededRandom(2).shuffled(keys)) places.set(key, { slot: 0, offset: 0, size: 21 });
    const found: string[] = [];
    for (let key = places.nextFrom(''); key !== undefined; key = places.next(key)) found.push(key);
    expect(found).to.deep.equal(keys.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))));
    expect(places.nextFrom('a/b')).to.equal('a/b');
    expect(places.nextFrom('a/c')).to.equal('a0');
    expect(places.next('a/b')).to.equal('a/b/c');
    expect(places.next('b')).to.equal(undefined);
  });

  it('has no place for a key that was removed', () => {
    const places = new ObjectLocations();
    places.set('a', { slot: 1, offset: 2, size: 30 });
    places.remove('a');
    places.remove('never');
    expect([places.get('a'), places.has('a'), places.nextFrom('')]).to.deep.equal([undefined, false, undefined]);
  });
});
