import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

const HOST = '127.0.0.1';
/** Below the ports that systems give to outgoing connections: those take a port as soon as it is free. */
const [LOWEST, HIGHEST] = [15_000, 32_000];
const ATTEMPTS = 100;

/** Gives as many different loopback ports as asked for that nothing listens on. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  for (let attempt = 0; ports.size < count; attempt++) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) ports.add(port);
    else if (attempt >= ATTEMPTS) await assertFree(port);
  }
  return [...ports];
}

/** Throws an Error that names the port where it cannot be listened on. */
export async function assertFree(port: number): Promise<void> {
  try {
    await close(await listen(port));
  } catch (cause) {
    throw new Error(`port ${port} cannot be had: ${(cause as NodeJS.ErrnoException).code}`, { cause });
  }
}

function isFree(port: number): Promise<boolean> {
  return assertFree(port).then(
    () => true,
    () => false,
  );
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
