import { setImmediate } from 'node:timers/promises';
import type { LivingHead } from '../../domain/head.js';
import type { ListedPage, ListQuery } from '../../ports/document-index.js';
import type { IndexPlace } from './index-catalog.js';
import type { IndexEnvironment } from './index-environment.js';
import { encodeText, searchScope } from './index-keys.js';
import { DECODED_BYTES } from './kept-heads.js';
import { placedAfter, placeOf, type Placed } from './title-search.js';

/** Documents whose keys one page compares: a millisecond. Their search keys have at most 400 KB. */
const COMPARED = 200;

/** A page of a list. No table is in the order of keys, so a condition on keys is judged document by document. */
export async function listHeads(
  { tables: { titles }, kept }: IndexEnvironment,
  place: IndexPlace,
  query: ListQuery,
): Promise<ListedPage> {
  const { keyPrefix, folderId, after, onSize } = query;
  const count = keyPrefix === undefined ? query.limit : COMPARED;
  const scope = searchScope(place.prefix, { ...query, tag: undefined });
  const placed = await placedAfter(titles, scope, { after, limit: count });
  const ids = placed.map(({ id }) => id);
  const titleOf = new Map(placed.map(({ id, title }) => [id.toString('latin1'), title]));
  // Each turn has a snapshot of its own, and a document may have moved since its place was read.
  const isInPlace = (head: LivingHead) =>
    (folderId === undefined || head.folderId === folderId) &&
    titleOf.get(head.id)?.equals(encodeText(head.foldedTitle)) === true;
  const heads: LivingHead[] = [];
  let [lookedAt, bytes] = [0, 0];
  const most = { limit: query.limit, bytes: Math.min(query.bytes, DECODED_BYTES) };
  while (lookedAt < ids.length && heads.length < most.limit && bytes < most.bytes) {
    if (lookedAt > 0) await setImmediate();
    await kept.ready();
    const left = { limit: most.limit - heads.length, bytes: most.bytes - bytes };
    const found = kept.readFirst(place, ids.slice(lookedAt), { keyPrefix, ...left });
    lookedAt += found.lookedAt;
    bytes += found.bytes;
    onSize?.(bytes);
    heads.push(...found.heads.filter(isInPlace));
  }
  const isLast = lookedAt === placed.length && placed.length < count;
  return { heads, next: isLast ? undefined : placeOf(placed[lookedAt - 1] as Placed) };
}
