import type { ResultConditions } from '../../../domain/result-conditions.js';
import {
  comparePositions,
  fieldOf,
  isBackwards,
  positionIn,
  type ResultOrder,
  type ResultPosition,
} from '../../../domain/result-order.js';
import type { EntryReader } from './entry-reader.js';
import { eachScope, scopeOf, textsBetween, textsFrom, timeScope } from './scopes.js';

/** Documents that are compared in a turn of the event loop: a millisecond. */
const COMPARED_TOGETHER = 200;
/** Documents of a title and tag that are sorted by time in a turn: some milliseconds. */
const SORTED_TOGETHER = 1_000;

export type PlaceQuery = ResultConditions & {
  owner: string;
  order: ResultOrder;
  after: ResultPosition | undefined;
  limit: number;
};

/** Conditions that a document at a place may not meet. `tagScopes`: it must have its title in each. */
export type Rest = ResultConditions & { tagScopes?: readonly Buffer[] | undefined };
/** Places in the order that is asked for. Undefined `rest`: all of them are meant. `isLast`: no others follow. */
export type PlaceWindow = { places: ResultPosition[]; isLast: boolean; rest: Rest | undefined };

/** The next places to look at. Call in one snapshot. */
export function placeWindow(reader: EntryReader, query: PlaceQuery): PlaceWindow {
  const { order, prefix, tag, moreTags = [], keyPrefix, visibility, updatedFrom, updatedBefore, after } = query;
  const field = fieldOf(order);
  const scopesOfTags = (tags: readonly string[]) => tags.map((each) => scopeOf({ owner: query.owner, tag: each }));
  const moreScopes = moreTags.length === 0 ? undefined : scopesOfTags(moreTags);
  const facts: Rest = { keyPrefix, visibility, updatedFrom, updatedBefore, tagScopes: moreScopes };
  if (field === 'title') {
    return window(reader, query, {
      range: { scopes: eachScope(query, scopeOf), ...textsFrom(prefix ?? '') },
      rest: facts,
    });
  }
  const isOfFew = prefix !== undefined || tag !== undefined;
  const few = isOfFew ? fewOf(reader, query) : undefined;
  if (few) {
    const places = few.filter((place) => !after || comparePositions(order, place, after) > 0);
    return { places, isLast: true, rest: restOf(facts) };
  }
  const tagScopes = tag === undefined ? undefined : scopesOfTags([tag, ...moreTags]);
  const scopes = eachScope(query, (one) => timeScope(field, one));
  if (field === 'created_at') {
    return window(reader, query, { range: { scopes, ...textsFrom('') }, rest: { ...facts, prefix, tagScopes } });
  }
  const range = { scopes, ...textsBetween(updatedFrom, updatedBefore) };
  return window(reader, query, { range, rest: { keyPrefix, visibility, prefix, tagScopes } });
}

type Range = { scopes: readonly Buffer[]; start: Buffer; end: Buffer };

function window(
  reader: EntryReader,
  { order, after, limit: most }: PlaceQuery,
  { range, rest: all }: { range: Range; rest: Rest },
): PlaceWindow {
  const rest = restOf(all);
  const limit = rest ? COMPARED_TOGETHER : most;
  const places = reader.places({ ...range, backwards: isBackwards(order), after, limit });
  return { places, isLast: places.length < limit, rest };
}

/** In order; undefined: they are many. Then those that are few in an order by time are not far between. */
function fewOf(reader: EntryReader, query: PlaceQuery): ResultPosition[] | undefined {
  const { order, prefix = '' } = query;
  const range = { ...textsFrom(prefix), backwards: false, after: undefined, limit: SORTED_TOGETHER };
  const titles: ResultPosition[] = [];
  for (const scope of eachScope(query, scopeOf)) {
    titles.push(...reader.places({ ...range, scopes: [scope] }));
    if (titles.length >= SORTED_TOGETHER) return undefined;
  }
  const places = titles.map(({ id }) => reader.facts(id)).filter((facts) => facts !== undefined);
  return places.map((facts) => positionIn(order, facts)).sort((one, other) => comparePositions(order, one, other));
}

function restOf(rest: Rest): Rest | undefined {
  return Object.values(rest).some((condition) => condition !== undefined) ? rest : undefined;
}
