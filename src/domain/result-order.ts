/** Orders of documents. With a minus: the order without it, backwards. */
export const RESULT_ORDERS = ['title', 'updated_at', '-updated_at', 'created_at', '-created_at'] as const;
export type ResultOrder = (typeof RESULT_ORDERS)[number];
/** What an order sorts by. */
export type ResultField = 'title' | 'updated_at' | 'created_at';

/** Orders of searches. `relevance`: as `compareFound`, for searches with words. */
export const SEARCH_ORDERS = ['relevance', ...RESULT_ORDERS] as const;
export type SearchOrder = (typeof SEARCH_ORDERS)[number];

/** The position of a document in an order. `value`: its folded title, a time as documents have it, or a relevance. */
export type ResultPosition = { value: string; id: string };

type Ordered = { id: string; foldedTitle: string; updatedAt: string; createdAt: string };

export function isBackwards(order: SearchOrder): boolean {
  return order.startsWith('-');
}

export function fieldOf(order: ResultOrder): ResultField {
  return (isBackwards(order) ? order.slice(1) : order) as ResultField;
}

export function positionIn(order: ResultOrder, { id, foldedTitle, updatedAt, createdAt }: Ordered): ResultPosition {
  const field = fieldOf(order);
  return { id, value: field === 'title' ? foldedTitle : field === 'updated_at' ? updatedAt : createdAt };
}

/** After every time, in milliseconds: what is left until then is less for what is newer. */
const END_OF_TIME = 10 ** 13;
const RELEVANCE = /^([0-5]) (\d{13})$/;

/** What a search with words orders by: the rank, then the newer. `rank`: as of `rankOf`. */
export function relevanceOf(rank: number, updatedAt: string): string {
  return `${rank} ${String(END_OF_TIME - Date.parse(updatedAt)).padStart(13, '0')}`;
}

/** Undefined: it is no relevance. */
export function readRelevance(value: string): { rank: number; updatedAt: string } | undefined {
  const [, rank, left] = RELEVANCE.exec(value) ?? [];
  if (rank === undefined) return undefined;
  return { rank: Number(rank), updatedAt: new Date(END_OF_TIME - Number(left)).toISOString() };
}

/** By relevance, `ranks` has the rank of each document. */
export function positionOf(
  { order, ranks }: { order: SearchOrder; ranks?: ReadonlyMap<string, number> | undefined },
  found: Ordered,
): ResultPosition {
  if (order !== 'relevance') return positionIn(order, found);
  return { id: found.id, value: relevanceOf(ranks?.get(found.id) ?? 0, found.updatedAt) };
}

/** Folded title, time or relevance, then identifier, both in UTF-8 byte order; or all of it backwards. */
export function comparePositions(order: SearchOrder, one: ResultPosition, other: ResultPosition): number {
  const difference = compareUtf8(one.value, other.value) || compareUtf8(one.id, other.id);
  return isBackwards(order) ? -difference : difference;
}

export function compareResults(order: ResultOrder, one: Ordered, other: Ordered): number {
  return comparePositions(order, positionIn(order, one), positionIn(order, other));
}

/** In UTF-8 byte order. */
export function compareUtf8(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let i = 0; i < length; i++) {
    const difference = rankOf(one.charCodeAt(i)) - rankOf(other.charCodeAt(i));
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** In UTF-8, surrogate pairs come after U+E000 to U+FFFF. */
function rankOf(codeUnit: number): number {
  if (codeUnit < 0xd800) return codeUnit;
  return codeUnit < 0xe000 ? codeUnit + 0x2000 : codeUnit - 0x800;
}
