import type { HttpContext } from '../state.js';

/** No key, as a key begins with `dk_`. */
const NO_KEY = 'malformed';

/**
 * The key of a request: `X-API-Key`, or the token of `Authorization: Bearer` where that header is absent. Undefined:
 * neither was sent. Any other Authorization header gives what cannot be a key.
 */
export function sentKey(ctx: Pick<HttpContext, 'get'>): string | undefined {
  const key = ctx.get('X-API-Key');
  if (key !== '') return key;
  const authorization = ctx.get('Authorization');
  if (authorization === '') return undefined;
  return /^Bearer +([\x21-\x7e]+)$/i.exec(authorization)?.[1] ?? NO_KEY;
}
