import type { Database } from 'lmdb';
import type { ResultPlace } from '../../domain/result-order.js';
import type { SearchQuery } from '../../ports/document-index.js';
import { firstMembers, type Member, type WantedMembers } from './cut-titles.js';
import {
  type Range,
  type TitleKey,
  cutTitle,
  decodeText,
  encodeText,
  groupOf,
  idBytes,
  idOfKey,
  isCut,
  keyAfter,
  rangeOf,
  searchKey,
  titleOfKey,
} from './index-keys.js';
import { countKeys, pageOfKeys } from './page-of-keys.js';

type Titles = Database<Buffer, Buffer>;

/** A document at the place that its search key tells. `title`: encoded, whole. */
export type Placed = { id: Buffer; title: Buffer };

type Page = Pick<SearchQuery, 'after' | 'offset' | 'limit'>;

/** The documents on one page of a search. `next`: as in `ListedPage`. `scope`: from `searchScope`. */
export async function searchIds(
  titles: Titles,
  scope: Buffer,
  query: SearchQuery,
): Promise<{ ids: Buffer[]; next: ResultPlace | undefined }> {
  const { after, offset, limit } = query;
  const prefix = cutTitle(encodeText(query.prefix ?? ''));
  if (prefix.rest.length > 0) return idsOf(await placedBeyondCut(titles, { scope, prefix }, query), limit);
  const range = rangeOf(scope, prefix.start);
  if (after) return idsOf(await placedAfter(titles, scope, { after, limit, range }), limit);
  const keys = await pageOfKeys(titles, { ...range, offset, limit });
  if (keys.some(isCut)) return idsOf(await placedAmongCut(titles, keys), limit);
  // Of the titles only the last is needed: to take all of them out of their keys shows in the CPU of a search.
  const last = keys.length < limit ? undefined : keys.at(-1);
  return { ids: keys.map(idOfKey), next: last && placeOf(placedKey(last)) };
}

function idsOf(placed: readonly Placed[], limit: number) {
  return { ids: placed.map(({ id }) => id), next: nextPlace(placed, limit) };
}

type PlaceOfPage = { after: ResultPlace | undefined; limit: number; /** Of keys of whole groups. */ range?: Range };

/** The first `limit` documents after a place. */
export async function placedAfter(titles: Titles, scope: Buffer, page: PlaceOfPage): Promise<Placed[]> {
  const { after, limit, range = rangeOf(scope) } = page;
  const place = after && keyPlaceOf(scope, after);
  if (!place || place.key.compare(range.start) < 0) return placedFrom(titles, range, limit);
  const { key, title, id } = place;
  if (key.compare(range.end) >= 0) return [];
  if (title.rest.length === 0) return placedFrom(titles, { ...range, start: keyAfter(key) }, limit);
  const group = groupOf(key);
  const members = await firstMembers(titles, group, { count: limit, after: { rest: title.rest, id } });
  const first = members.map((member) => placedMember(title.start, member));
  const left = limit - first.length;
  return left === 0 ? first : [...first, ...(await placedFrom(titles, { ...range, start: group.end }, left))];
}

/** Of a prefix that is longer than the titles in keys: one group has all that it finds. */
async function placedBeyondCut(
  titles: Titles,
  { scope, prefix }: { scope: Buffer; prefix: TitleKey },
  { after, offset, limit }: Page,
): Promise<Placed[]> {
  const group = rangeOf(scope, prefix.start, prefix.cutFlag);
  const place = after && keyPlaceOf(scope, after);
  if (place && place.key.compare(group.end) >= 0) return [];
  const wanted: WantedMembers = { count: offset + limit, restStart: prefix.rest };
  if (place && isWithin(place.key, group)) wanted.after = { rest: place.title.rest, id: place.id };
  const members = await firstMembers(titles, group, wanted);
  return members.slice(offset).map((member) => placedMember(prefix.start, member));
}

function keyPlaceOf(scope: Buffer, { foldedTitle, id: text }: ResultPlace) {
  const [title, id] = [cutTitle(encodeText(foldedTitle)), idBytes(text)];
  return { title, id, key: searchKey(scope, title, id) };
}

/** Where the page after this one begins; undefined: this is the last. */
function nextPlace(page: readonly Placed[], limit: number): ResultPlace | undefined {
  const last = page.length < limit ? undefined : page.at(-1);
  return last && placeOf(last);
}

/** Where a document is, by its search key alone: its head may have been changed since. */
export function placeOf({ id, title }: Placed): ResultPlace {
  return { id: id.toString('latin1'), foldedTitle: decodeText(title) };
}

async function placedFrom(titles: Titles, range: Range, limit: number): Promise<Placed[]> {
  const keys = await pageOfKeys(titles, { ...range, offset: 0, limit });
  return keys.some(isCut) ? placedAmongCut(titles, keys) : keys.map(placedKey);
}

/** Titles cut at the same bytes sort by identifier. Such groups are rare: each is re-sorted by whole title. */
async function placedAmongCut(titles: Titles, keys: readonly Buffer[]): Promise<Placed[]> {
  const placed: Placed[] = [];
  for (let at = 0; at < keys.length;) {
    const first = keys[at] as Buffer;
    const group = groupOf(first);
    const onPage = isCut(first) ? keys.filter((key) => isWithin(key, group)).length : 1;
    placed.push(...(isCut(first) ? await placedOfGroup(titles, first, onPage) : [placedKey(first)]));
    at += onPage;
  }
  return placed;
}

/** The members of a group for the positions of `first` and its later keys on the page. */
async function placedOfGroup(titles: Titles, first: Buffer, onPage: number): Promise<Placed[]> {
  const group = groupOf(first);
  const before = await countKeys(titles, { start: group.start, end: first });
  const members = await firstMembers(titles, group, { count: before + onPage });
  return members.slice(before).map((member) => placedMember(titleOfKey(first), member));
}

function placedKey(key: Buffer): Placed {
  return { id: idOfKey(key), title: titleOfKey(key) };
}

function placedMember(start: Buffer, { rest, id }: Member): Placed {
  return { id, title: Buffer.concat([start, rest]) };
}

function isWithin(key: Buffer, { start, end }: { start: Buffer; end: Buffer }): boolean {
  return key.compare(start) > 0 && key.compare(end) < 0;
}
