/** Orders of documents. With a minus: the order without it, backwards. */
export const RESULT_ORDERS = ['title', 'updated_at', '-updated_at', 'created_at', '-created_at'] as const;
export type ResultOrder = (typeof RESULT_ORDERS)[number];
/** What an order sorts by. */
export type ResultField = 'title' | 'updated_at' | 'created_at';

/** The position of a document in an order. `value`: its folded title, or a time as documents have it. */
export type ResultPosition = { value: string; id: string };

type Ordered = { id: string; foldedTitle: string; updatedAt: string; createdAt: string };

export function isBackwards(order: ResultOrder): boolean {
  return order.startsWith('-');
}

export function fieldOf(order: ResultOrder): ResultField {
  return (isBackwards(order) ? order.slice(1) : order) as ResultField;
}

export function positionIn(order: ResultOrder, { id, foldedTitle, updatedAt, createdAt }: Ordered): ResultPosition {
  const field = fieldOf(order);
  return { id, value: field === 'title' ? foldedTitle : field === 'updated_at' ? updatedAt : createdAt };
}

/** Folded title or time, then identifier, both in UTF-8 byte order; or all of it backwards. */
export function comparePositions(order: ResultOrder, one: ResultPosition, other: ResultPosition): number {
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
