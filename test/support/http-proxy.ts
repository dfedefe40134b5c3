import {
  createServer,
  request as ask,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { freePorts } from '../../scripts/stack/ports.js';

export type HttpProxyRequest = { method: string; path: string; headers: OutgoingHttpHeaders; body: Buffer };
export type HttpProxyAnswer = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

/** What becomes of one request. A handler that ends without an answer leaves the client waiting. */
export type Handler = (exchange: Exchange) => Promise<void> | void;

/** Of one connection only: the bodies are passed on whole, with their lengths. */
const OWN_HEADERS = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'expect'];

/** One request that has arrived whole. */
export class Exchange {
  readonly request: HttpProxyRequest;
  readonly #target: string;
  readonly #response: ServerResponse;

  constructor(request: HttpProxyRequest, response: ServerResponse, target: string) {
    this.request = request;
    this.#response = response;
    this.#target = target;
  }

  /** Has the real server do what is asked, or something else; whether the client still waits or not. */
  async forward({ method, path, headers, body } = this.request): Promise<HttpProxyAnswer> {
    const onward = ask(new URL(path, this.#target), {
      method,
      headers: { ...withoutOwn(headers), 'content-length': body.length },
    });
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 0, headers: withoutOwn(answer.headers), body: await buffer(answer) };
  }

  /** Whether the client still waits for the answer. */
  get isAwaited(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded;
  }

  answer({ status, headers, body }: HttpProxyAnswer): void {
    // An answer to HEAD, and a 204, have no body, but the one may have the length of one.
    this.#response.writeHead(status, body.length > 0 ? { ...headers, 'content-length': body.length } : headers);
    this.#response.end(body);
  }

  /** Sends the head and the first half of the body (of none: one byte of two); resolves when they are on their way. */
  async begin({ status, headers, body }: HttpProxyAnswer): Promise<void> {
    const half = body.length > 1 ? body.subarray(0, body.length / 2) : Buffer.from(' ');
    this.#response.writeHead(status, { ...headers, 'content-length': Math.max(2, body.length) });
    await new Promise<void>((resolve) => {
      this.#response.write(half, () => resolve());
    });
  }

  /** Cuts the connection in the place of what is still to come. */
  reset(): void {
    this.#response.socket?.resetAndDestroy();
  }
}

/** A server on loopback in front of a real one; every request goes through a handler. */
export class HttpProxy {
  readonly url: string;
  readonly #server: Server;

  static async start(target: string, handle: Handler): Promise<HttpProxy> {
    const server = createServer((request, response) => {
      pass(request, response, { target, handle }).catch(() => response.socket?.resetAndDestroy());
    });
    const [port] = await freePorts(1);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new HttpProxy(server);
  }

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Cuts every connection and refuses new ones. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  /** Listens again where it did. */
  async reopen(): Promise<void> {
    if (this.#server.listening) return;
    this.#server.listen(Number(new URL(this.url).port), '127.0.0.1');
    await once(this.#server, 'listening');
  }
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { target, handle }: { target: string; handle: Handler },
): Promise<void> {
  const { method, url, headers } = request;
  const asked = { method: String(method), path: String(url), headers, body: await buffer(request) };
  await handle(new Exchange(asked, response, target));
}

function withoutOwn(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name)));
}
