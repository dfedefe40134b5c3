import { comparePositions, type ResultPosition } from '../../../domain/result-order.js';

/** Reads the next places of one list, at most `limit`; fewer: they are its last ones. */
export type ReadPlaces = (after: ResultPosition | undefined, limit: number) => ResultPosition[];

type Wanted = { backwards: boolean; after: ResultPosition | undefined; limit: number };
type List = { read: ReadPlaces; places: ResultPosition[]; isLast: boolean };

/** Of each list at the least. */
const READ_TOGETHER = 4;

/** The first places of several lists together, of which none is in two. Reads little more than it returns. */
export function mergePlaces(lists: readonly ReadPlaces[], { backwards, after, limit }: Wanted): ResultPosition[] {
  const together = Math.max(READ_TOGETHER, Math.ceil((2 * limit) / lists.length));
  const read = (list: ReadPlaces, from: ResultPosition | undefined): List => {
    const places = list(from, together).reverse();
    return { read: list, places, isLast: places.length < together };
  };
  const waiting = lists.map((list) => read(list, after)).filter(({ places }) => places.length > 0);
  const merged: ResultPosition[] = [];
  while (merged.length < limit && waiting.length > 0) {
    const [first] = waiting.splice(indexOfFirst(waiting, backwards), 1) as [List];
    const place = first.places.pop() as ResultPosition;
    merged.push(place);
    const rest = first.places.length > 0 || first.isLast ? first : read(first.read, place);
    if (rest.places.length > 0) waiting.push(rest);
  }
  return merged;
}

function indexOfFirst(lists: readonly List[], backwards: boolean): number {
  const order = backwards ? '-updated_at' : 'updated_at';
  const firstOf = (at: number) => lists[at]?.places.at(-1) as ResultPosition;
  let first = 0;
  for (let at = 1; at < lists.length; at++) if (comparePositions(order, firstOf(at), firstOf(first)) < 0) first = at;
  return first;
}
