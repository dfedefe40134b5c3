import type { Database } from 'lmdb';
import type { ResultPlace } from '../../domain/result-order.js';
import type { SearchQuery } from '../../ports/document-index.js';
import { firstMembers, type Member } from './cut-titles.js';
import {
  cutTitle,
  encodeText,
  groupOf,
  idBytes,
  idOfKey,
  isCut,
  keyAfter,
  rangeOf,
  searchKey,
  type Range,
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
  return keys.some(isCut) ? idsAmongCut(titles, keys) : keys.map(idOfKey);
}

type PlaceOfPage = { after: ResultPlace | undefined; limit: number };

/** The identifiers of the first `limit` documents after a place. */
export async function idsAfter(titles: Titles, scope: Buffer, { after, limit }: PlaceOfPage): Promise<Buffer[]> {
  const range = rangeOf(scope);
  if (!after) return idsFrom(titles, range, limit);
  const [title, id] = [cutTitle(encodeText(after.foldedTitle)), idBytes(after.id)];
  const key = searchKey(scope, title, id);
  if (title.rest.length === 0) return idsFrom(titles, { ...range, start: keyAfter(key) }, limit);
  const group = groupOf(key);
  const members = await firstMembers(titles, group, { count: limit, after: { rest: title.rest, id } });
  const behind =
    members.length < limit ? await idsFrom(titles, { ...range, start: group.end }, limit - members.length) : [];
  return [...idsOf(members), ...behind];
}

async function idsFrom(titles: Titles, range: Range, limit: number): Promise<Buffer[]> {
  const keys = await pageOfKeys(titles, { ...range, offset: 0, limit });
  return keys.some(isCut) ? idsAmongCut(titles, keys) : keys.map(idOfKey);
}

/** Titles cut at the same bytes sort by identifier. Such groups are rare: each is re-sorted by whole title. */
async function idsAmongCut(titles: Titles, keys: readonly Buffer[]): Promise<Buffer[]> {
  const ids: Buffer[] = [];
  for (let at = 0; at < keys.length;) {
    const first = keys[at] as Buffer;
    const group = groupOf(first);
    const onPage = isCut(first) ? keys.filter((key) => isWithin(key, group)).length : 1;
    ids.push(...(isCut(first) ? await idsOfGroup(titles, first, onPage) : [idOfKey(first)]));
    at += onPage;
  }
  return ids;
}

/** The members of a group for the positions of `first` and its later keys on the page. */
async function idsOfGroup(titles: Titles, first: Buffer, onPage: number): Promise<Buffer[]> {
  const group = groupOf(first);
  const before = await countKeys(titles, { start: group.start, end: first });
  const members = await firstMembers(titles, group, { count: before + onPage });
  return idsOf(members.slice(before));
}

function isWithin(key: Buffer, { start, end }: { start: Buffer; end: Buffer }): boolean {
  return key.compare(start) > 0 && key.compare(end) < 0;
}

function idsOf(members: readonly Member[]): Buffer[] {
  return members.map(({ id }) => id);
}
