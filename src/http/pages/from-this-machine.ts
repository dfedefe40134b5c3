import type { HttpContext } from '../state.js';

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);
const FORWARDED = /^(x-forwarded-.+|forwarded|via|x-real-ip)$/;

/**
 * Whether the client itself, and not only a proxy, is on this machine. For a service that listens on loopback alone.
 * A proxy adds a header of forwarding, or passes on the name that the client called. One that does neither is not
 * recognised.
 */
export function isFromThisMachine({ headers, hostname }: Pick<HttpContext, 'headers' | 'hostname'>): boolean {
  return LOOPBACK_NAMES.has(hostname) && !Object.keys(headers).some((name) => FORWARDED.test(name));
}
