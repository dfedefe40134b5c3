import { validationError } from '../../domain/errors.js';
import { ID_LENGTH, isId } from '../../domain/ids.js';
import { readRelevance, type ResultPosition, type SearchOrder } from '../../domain/result-order.js';

/** Of a time as documents have it. */
const TIME_LENGTH = 24;

/** Opaque to clients: the position of the last document of a page. It names every order but that by title. */
export function encodeCursor(order: SearchOrder, { value, id }: ResultPosition): string {
  return Buffer.from(beginningOf(order) + id + value).toString('base64url');
}

/** Undefined: the first page. Raises a validation error for what is no cursor in this order. */
export function decodeCursor(order: SearchOrder, cursor: string | undefined): ResultPosition | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  const bytes = Buffer.from(cursor, 'base64url');
  const text = bytes.toString('utf8');
  const beginning = beginningOf(order);
  const place = text.slice(beginning.length);
  const [id, value] = [place.slice(0, ID_LENGTH), place.slice(ID_LENGTH)];
  // The decoder skips what is not of its alphabet.
  const isWhole = bytes.toString('base64url') === cursor && Buffer.from(text).equals(bytes);
  if (isWhole && text.startsWith(beginning) && isId(id) && isValue(order, value)) return { id, value };
  throw validationError([{ path: '/cursor', message: 'must be the next_cursor of a page in the same order' }]);
}

/** No identifier begins as another order does. */
function beginningOf(order: SearchOrder): string {
  return order === 'title' ? '' : `${order} `;
}

function isValue(order: SearchOrder, value: string): boolean {
  if (order === 'relevance') return readRelevance(value) !== undefined;
  return order === 'title' || (value.length === TIME_LENGTH && new Date(value).toJSON() === value);
}
