import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

const HOST = '127.0.0.1';

/** Gives as many different loopback ports as asked for that nothing listens on. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen(0)));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map(close));
  return ports;
}

/** Throws an Error that names the port where it cannot be listened on. */
export async function assertFree(port: number): Promise<void> {
  try {
    await close(await listen(port));
  } catch (cause) {
    throw new Error(`port ${port} cannot be had: ${(cause as NodeJS.ErrnoException).code}`, { cause });
  }
}

async function listen(port: number): Promise<Server> {
  const server = createServer().listen(port, HOST);
  await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
