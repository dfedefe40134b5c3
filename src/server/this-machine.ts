import type { Config } from '../config/config.js';

/** Only then the front page may tell where the data is, to a client that `isFromThisMachine`. */
export function isForThisMachine({ host, publicUrl, trustedProxyHops }: Config['http']): boolean {
  return ['127.0.0.1', '::1', 'localhost'].includes(host) && publicUrl === undefined && trustedProxyHops === 0;
}
