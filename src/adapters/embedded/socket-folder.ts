import { closeSync, existsSync, openSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join, relative } from 'node:path';
import { codeOf } from './fs-errors.js';

/** A folder in which sockets are bound and connected to, however long its path is. */
export type SocketFolder = {
  path: string;
  /** What a socket of this name is bound or connected by. */
  addressOf(name: string): string;
  close(): void;
};

export type Listener = { close(): Promise<void> };

/** The smallest `sun_path` of the systems in use (macOS), without its terminating zero. */
const MOST_ADDRESS_BYTES = 103;
const DESCRIPTORS = '/proc/self/fd';

export function openSocketFolder(path: string): SocketFolder {
  const descriptor = openSync(path, 'r');
  const short = join(DESCRIPTORS, String(descriptor));
  return {
    path,
    addressOf: (name) => shortest(path, name, existsSync(short) ? short : path),
    close: () => closeSync(descriptor),
  };
}

function shortest(path: string, name: string, otherPath: string): string {
  const ways = [join(path, name), join(otherPath, name), join(relative('', path), name)];
  const found = ways.find((way) => Buffer.byteLength(way) <= MOST_ADDRESS_BYTES);
  if (found === undefined) throw new Error(`The path of the folder ${path} is too long for a socket in it.`);
  return found;
}

/**
 * Answers whoever connects by hanging up; every user may, because whoever may not cannot tell a dead socket from a
 * living one. Does not keep the process alive.
 */
export function listenAt(address: string): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen({ path: address, writableAll: true }, () => {
      server.unref();
      resolve({ close: () => new Promise((closed) => server.close(() => closed())) });
    });
  });
}

/** Whether a living process listens there. Anything but a clear no counts as yes. */
export function isAnswering(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const answer = (answering: boolean) => {
      socket.destroy();
      resolve(answering);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', (error) => answer(!NOBODY.has(codeOf(error) ?? '')));
  });
}

const NOBODY = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK']);
