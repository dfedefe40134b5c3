import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. The port differs with each connection. */
const WITH_PORT = /^(?:([\d.]+):\d+|\[(.*)\](?::\d+)?)$/;

const MAPPED = '::ffff:';

/**
 * The network of one client, in one spelling: an IPv4 address (also if mapped into IPv6), or the /64 of an IPv6
 * address, because a single customer has at least one /64. Other text is returned unchanged.
 */
export function clientNetwork(ip: string): string {
  if (isIPv4(ip)) return ip;
  // A dual-stack listener reports IPv4 clients like this. Parsing would cost forty times as much.
  if (ip.startsWith(MAPPED) && isIPv4(ip.slice(MAPPED.length))) return ip.slice(MAPPED.length);
  const [, v4 = '', v6] = WITH_PORT.exec(ip) ?? [];
  if (isIPv4(v4)) return v4;
  const address = (v6 ?? ip).replace(/%.*$/s, '');
  if (!ipaddr.IPv6.isValid(address)) return ip;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
