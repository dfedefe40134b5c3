import type { Database } from 'lmdb';
import { setImmediate } from 'node:timers/promises';
import type { SearchQuery } from '../../ports/document-index.js';
import { cutTitle, encodeText, groupOf, idOfKey, isCut, rangeOf } from './index-keys.js';
import type { Range } from './index-keys.js';

type Titles = Database<Buffer, Buffer>;
type Member = { rest: Buffer; id: Buffer };

/** Keys that are stepped over at one go: a tenth of a millisecond. */
const STEP = 5_000;

/** The identifiers of one page of a search in `searchScope(query)`, read from the keys alone. */
export async function searchIds(titles: Titles, scope: Buffer, query: SearchQuery): Promise<Buffer[]> {
  const prefix = encodeText(query.prefix ?? '');
  const title = cutTitle(prefix);
  if (title.rest.length > 0) {
    const members = sortedMembers(titles, rangeOf(scope, title.start, title.mark));
    return idsOf(members.filter(({ rest }) => startsWith(rest, title.rest)), query.offset, query.limit);
  }
  const keys = await pageOfKeys(titles, { ...rangeOf(scope, prefix), offset: query.offset, limit: query.limit });
  return keys.some(isCut) ? idsAmongCut(titles, keys) : keys.map(idOfKey);
}

/** Steps over the keys before the page without keeping the event loop long, however many they are. */
export async function pageOfKeys(
  keys: Database<Buffer, Buffer>, page: Range & { offset: number; limit: number },
): Promise<Buffer[]> {
  let { start, offset } = page;
  while (offset > STEP) {
    const [reached] = keys.getKeys({ start, end: page.end, offset: STEP, limit: 1 });
    if (!reached) return [];
    start = reached;
    offset -= STEP;
    await setImmediate();
  }
  return [...keys.getKeys({ start, end: page.end, offset, limit: page.limit })];
}

/**
 * Titles cut at the same bytes stand in the order of their identifiers. Each such group on the page is put in the
 * order of its whole titles, and its part of the page filled again. Long titles are rare; long groups rarer.
 */
function idsAmongCut(titles: Titles, keys: readonly Buffer[]): Buffer[] {
  const ids: Buffer[] = [];
  while (ids.length < keys.length) {
    const first = keys[ids.length];
    if (!first) break;
    if (!isCut(first)) {
      ids.push(idOfKey(first));
      continue;
    }
    const group = groupOf(first);
    const onPage = keys.filter((key) => key.compare(group.start) > 0 && key.compare(group.end) < 0).length;
    const before = titles.getKeysCount({ start: group.start, end: first });
    ids.push(...idsOf(sortedMembers(titles, group), before, onPage));
  }
  return ids;
}

function sortedMembers(titles: Titles, group: Range): Member[] {
  return [...titles.getRange(group)]
    .map(({ key, value }) => ({ rest: value, id: idOfKey(key) }))
    .sort((a, b) => a.rest.compare(b.rest) || a.id.compare(b.id));
}

function idsOf(members: readonly Member[], offset: number, count: number): Buffer[] {
  return members.slice(offset, offset + count).map(({ id }) => id);
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}
