import { expect } from 'chai';
import { mergePlaces, type PlaceList } from '../../src/adapters/sqlite/index/merge-places.js';
import { comparePositions, type ResultPosition } from '../../src/domain/result-order.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';

describe('places of several lists', () => {
  const random = new SeededRandom(5);

  it('come in one order, from any place on, and few more are read', () => {
    for (let round = 0; round < 300; round++) {
      const backwards = random.chance(0.5);
      const order = backwards ? '-updated_at' : 'updated_at';
      const all = Array.from({ length: random.below(120) }, (_, n) => ({ value: `${random.below(20)}`, id: `d${n}` }));
      const lists: ResultPosition[][] = Array.from({ length: 1 + random.below(30) }, () => []);
      for (const place of all) random.pick(lists).push(place);
      const after = random.pick([undefined, ...all]);
      const isAfter = (place: ResultPosition, from: ResultPosition | undefined) =>
        !from || comparePositions(order, place, from) > 0;
      const sorted = (places: ResultPosition[]) => [...places].sort((a, b) => comparePositions(order, a, b));
      let count = 0;
      const reads = lists.flatMap((list): PlaceList[] => {
        const [first] = sorted(list.filter((place) => isAfter(place, after)));
        const readAfter = (from: ResultPosition, limit: number) => {
          const found = sorted(list.filter((place) => isAfter(place, from))).slice(0, limit);
          count += found.length;
          return found;
        };
        return first ? [{ first, readAfter }] : [];
      });
      const limit = 1 + random.below(50);
      const merged = mergePlaces(reads, backwards, limit);
      expect(merged).to.deep.equal(sorted(all.filter((place) => isAfter(place, after))).slice(0, limit));
      expect(count).to.be.at.most(3 * limit);
    }
  });
});
