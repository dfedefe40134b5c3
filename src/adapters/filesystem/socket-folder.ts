import { chmodSync, closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { connect, createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { codeOf } from './fs-errors.js';

/** A folder for sockets. With `/proc` its path may have any length. */
export type SocketFolder = {
  path: string;
  /** The address to bind or connect to. Raises an `Error` if it is too long. */
  addressOf(name: string): string;
  close(): void;
};

export type Listener = { close(): Promise<void> };

/** Bytes of the smallest `sun_path` in use (macOS), without its terminating zero. */
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

/** Hangs up on every connection. All users may connect, to recognise a dead socket. */
export async function listenAt(address: string): Promise<Listener> {
  const server = createServer((socket) => socket.destroy());
  await listening(server, { path: address, writableAll: true });
  return { close: () => new Promise((closed) => server.close(() => closed())) };
}

/** Resolves when the server listens. It lets the process end. Raises the system's error. */
export async function listening(server: Server, options: ListenOptions): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, resolve);
  });
  server.unref();
}

type Served = { name: string; most: number; onCaller(socket: Socket): void };

/** For the owner of a folder, at a socket to which only its user may connect. Raises the system's error. */
export async function serveAt(folder: string, { name, most, onCaller }: Served): Promise<Server> {
  const place = openSocketFolder(folder);
  const path = join(folder, name);
  try {
    // Left by a former owner of the folder, which has ended.
    rmSync(path, { force: true });
    const server = createServer(onCaller);
    server.maxConnections = most;
    await listening(server, { path: place.addressOf(name) });
    chmodSync(path, 0o600);
    return server;
  } finally {
    place.close();
  }
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
