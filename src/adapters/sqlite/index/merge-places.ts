import { comparePositions, type ResultPosition } from '../../../domain/result-order.js';

/** `readAfter` returns at most `limit` places; fewer: they are the last ones. */
export type PlaceList = {
  first: ResultPosition;
  readAfter: (place: ResultPosition, limit: number) => ResultPosition[];
};

type Waiting = { list: PlaceList; places: ResultPosition[]; together: number; isLast: boolean };

/** The first `limit` places of several lists together, of which none is in two. Reads little more than it returns. */
export function mergePlaces(lists: readonly PlaceList[], backwards: boolean, limit: number): ResultPosition[] {
  const waiting = lists.map((list): Waiting => ({ list, places: [list.first], together: 1, isLast: false }));
  const merged: ResultPosition[] = [];
  while (merged.length < limit && waiting.length > 0) {
    const [first] = waiting.splice(indexOfFirst(waiting, backwards), 1) as [Waiting];
    const place = first.places.pop() as ResultPosition;
    merged.push(place);
    if (first.places.length > 0) waiting.push(first);
    else if (!first.isLast && merged.length < limit) {
      const together = waiting.length === 0 ? limit - merged.length : 2 * first.together;
      const rest = restAfter(place, first.list, together);
      if (rest.places.length > 0) waiting.push(rest);
    }
  }
  return merged;
}

function restAfter(place: ResultPosition, list: PlaceList, together: number): Waiting {
  const places = list.readAfter(place, together).reverse();
  return { list, places, together, isLast: places.length < together };
}

function indexOfFirst(lists: readonly Waiting[], backwards: boolean): number {
  const order = backwards ? '-updated_at' : 'updated_at';
  const firstOf = (at: number) => lists[at]?.places.at(-1) as ResultPosition;
  let first = 0;
  for (let at = 1; at < lists.length; at++) if (comparePositions(order, firstOf(at), firstOf(first)) < 0) first = at;
  return first;
}
