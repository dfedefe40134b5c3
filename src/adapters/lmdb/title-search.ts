import type { Database } from 'lmdb';
import type { ResultPlace } from '../../domain/result-order.js';
import type { SearchQuery } from '../../ports/document-index.js';
import { firstMembers, type Member } from './cut-titles.js';
import {
  type Range,
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

/** The identifiers on one page of a search. `scope`: from `searchScope`. */
export async function searchIds(titles: Titles, scope: Buffer, query: SearchQuery): Promise<Buffer[]> {
  const { offset, limit } = query;
  const prefix = encodeText(query.prefix ?? '');
  const title = cutTitle(prefix);
  if (title.rest.length > 0) {
    const group = rangeOf(scope, title.start, title.cutFlag);
    const members = await firstMembers(titles, group, { count: offset + limit, restStart: title.rest });
    return idsOf(members.slice(offset));
  }
  const keys = await pageOfKeys(titles, { ...rangeOf(scope, prefix), offset, limit });
  return keys.some(isCut) ? idsOf(await placedAmongCut(titles, keys)) : keys.map(idOfKey);
}

type PlaceOfPage = { after: ResultPlace | undefined; limit: number };

/** A document at the place that its search key tells. `title`: encoded, whole. */
export type Placed = { id: Buffer; title: Buffer };

/** The first `limit` documents after a place. */
export async function placedAfter(titles: Titles, scope: Buffer, { after, limit }: PlaceOfPage): Promise<Placed[]> {
  const range = rangeOf(scope);
  if (!after) return placedFrom(titles, range, limit);
  const [title, id] = [cutTitle(encodeText(after.foldedTitle)), idBytes(after.id)];
  const key = searchKey(scope, title, id);
  if (title.rest.length === 0) return placedFrom(titles, { ...range, start: keyAfter(key) }, limit);
  const group = groupOf(key);
  const members = await firstMembers(titles, group, { count: limit, after: { rest: title.rest, id } });
  const first = members.map((member) => placedMember(title.start, member));
  const left = limit - first.length;
  return left === 0 ? first : [...first, ...(await placedFrom(titles, { ...range, start: group.end }, left))];
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

function idsOf(found: readonly { id: Buffer }[]): Buffer[] {
  return found.map(({ id }) => id);
}
