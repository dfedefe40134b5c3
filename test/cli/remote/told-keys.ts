import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export type KeyListener = { url: string; keys: (string | undefined)[]; close(): void };

const LIMITS = { plan: 'free', requests: {} };

/** A server that notes the keys sent to it. By default it answers as the limits do. */
export async function listenForKeys(
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) =>
    response.end(JSON.stringify(LIMITS)),
): Promise<KeyListener> {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['x-api-key'] as string | undefined);
    answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    keys,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
