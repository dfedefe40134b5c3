import { webAddress } from '../domain/web-address.js';

/** A host and perhaps a port, without a user and without escapes; then a path and a query of visible characters. */
const ABSOLUTE = /^(https?:\/\/[\w.~!$&'()*+,;=:[\]-]{1,255})(?=[/?]|$)([!-~]*)$/i;

/**
 * The path and the query of a request's target, which may be in absolute form (RFC 9112, 3.2.2). Undefined if it is no
 * target: fragments never are (3.2). Only a host of at most 255 ASCII characters reaches the URL parser.
 */
export function originForm(target: string): string | undefined {
  if (target.includes('#')) return undefined;
  if (target.startsWith('/') || target === '*') return target;
  const [, authority, rest = ''] = ABSOLUTE.exec(target) ?? [];
  if (authority === undefined || !webAddress(authority)) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
