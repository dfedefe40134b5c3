import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Longer than any pause between two runs of a bench. */
const KEEP_ALIVE_MS = 600_000;

/** The address that it listens on. */
export async function listenOnLoopback(server: Server): Promise<string> {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
