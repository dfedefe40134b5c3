import { UnavailableError } from '../../../domain/errors.js';
import { newWriteId } from '../../../domain/ids.js';
import { HeldByAnotherError, type FencingToken } from '../../../ports/index-admin.js';
import type { Catalog, IndexRow } from './catalog.js';

/** What jobs do to whole indices. Call each in a transaction of the catalog, except `expectIndex`. */

/** Raises `UnavailableError` where there is none. */
export function expectIndex(catalog: Catalog, index: string): IndexRow {
  const row = catalog.find(index);
  if (!row) throw new UnavailableError(`there is no index ${index}`);
  return row;
}

export function takeToken(catalog: Catalog, index: string, rank: number): FencingToken {
  const row = expectIndex(catalog, index);
  if (row.rank > rank) throw heldByAnother(index);
  const token = newWriteId();
  catalog.setToken(row, rank, token);
  return { index, token };
}

/** Undefined: the token is not the newest, or there is no such index. */
export function setStateIfHeld(
  catalog: Catalog,
  { index, token }: FencingToken,
  state: 'open' | 'blocked',
): IndexRow | undefined {
  const row = catalog.find(index);
  if (row?.token !== token) return undefined;
  catalog.setState(row, state);
  return row;
}

export function swapIndices(catalog: Catalog, from: string | undefined, to: FencingToken): void {
  const [current, next] = [catalog.current(), expectIndex(catalog, to.index)];
  if (current?.number === next.number) return;
  if (current?.name !== from) throw new UnavailableError(`the current index is not ${from ?? 'missing'}`);
  if (next.token !== to.token) throw heldByAnother(to.index);
  catalog.makeCurrent(next);
}

export function heldByAnother(index: string): HeldByAnotherError {
  return new HeldByAnotherError(`${index} is held by another process`);
}
