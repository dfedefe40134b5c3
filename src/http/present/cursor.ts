import { validationError } from '../../domain/errors.js';
import { ID_LENGTH, isId } from '../../domain/ids.js';
import type { ResultPosition } from '../../domain/result-order.js';

/** Opaque to clients: the position of the last document of a page. */
export function encodeCursor({ foldedTitle, id }: ResultPosition): string {
  return Buffer.from(id + foldedTitle).toString('base64url');
}

/** Undefined: the first page. Raises a validation error for what is no cursor. */
export function decodeCursor(cursor: string | undefined): ResultPosition | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  const bytes = Buffer.from(cursor, 'base64url');
  const text = bytes.toString('utf8');
  const [id, foldedTitle] = [text.slice(0, ID_LENGTH), text.slice(ID_LENGTH)];
  // The decoder skips what is not of its alphabet.
  const isWhole = bytes.toString('base64url') === cursor && Buffer.from(text).equals(bytes);
  if (isWhole && isId(id)) return { id, foldedTitle };
  throw validationError([{ path: '/cursor', message: 'must be the next_cursor of a page' }]);
}
