import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export type ProxiedRequest = { method: string; path: string };
export type ProxiedAnswer = { status: number; body: Record<string, unknown> };

/**
 * What becomes of the answer that a server has given: undefined leaves it, `lost` cuts the connection in its place.
 * The server has done what it was asked in any case.
 */
export type Alter = (request: ProxiedRequest, answer: ProxiedAnswer) => Altered | Promise<Altered>;
type Altered = ProxiedAnswer | 'lost' | undefined;

export type AnswerProxy = {
  url: string;
  /** All that came since the start or the last `alter`, in order. */
  seen: ProxiedRequest[];
  alter(change: Alter): void;
  close(): Promise<void>;
};

/** A server on loopback that hands every request on to a real one, and alters its JSON answers. */
export async function startAnswerProxy(target: string): Promise<AnswerProxy> {
  let change: Alter = () => undefined;
  const seen: ProxiedRequest[] = [];
  const server = createServer((request, response) => {
    const told = { method: String(request.method), path: String(request.url) };
    seen.push(told);
    const { method, headers } = request;
    const onward = forward(new URL(told.path, target), { method, headers }, (answer) => {
      pass(answer, response, (given) => change(told, given)).catch(() => response.destroy());
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    alter: (next) => {
      change = next;
      seen.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => { server.close(resolve); });
    },
  };
}

async function pass(
  answer: IncomingMessage, response: ServerResponse, alter: (given: ProxiedAnswer) => ReturnType<Alter>,
): Promise<void> {
  const given = { status: answer.statusCode ?? 0, body: await json(answer) as Record<string, unknown> };
  const altered = await alter(given) ?? given;
  if (altered === 'lost') {
    response.destroy();
    return;
  }
  response.writeHead(altered.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(altered.body));
}
