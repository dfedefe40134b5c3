import type { Socket } from 'node:net';

export type Transferred = { received: number; sent: number };

const counted = new WeakMap<Socket, Transferred>();

/** All bytes of a connection since the last call, heads included. A connection serves one request after the other. */
export function bytesSinceLast(socket: Socket): Transferred {
  const now = { received: socket.bytesRead, sent: socket.bytesWritten };
  const before = counted.get(socket);
  counted.set(socket, now);
  return before ? { received: now.received - before.received, sent: now.sent - before.sent } : now;
}
