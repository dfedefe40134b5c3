import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { OperatorError } from '../domain/errors.js';
import { Connections } from './connections.js';

/** A client has this long for its headers, and for its whole request. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than load balancers keep theirs, so that it is never us who closes one that they are about to use. */
const KEEP_ALIVE_MS = 75_000;

export type HttpServer = {
  server: Server;
  /** Stops listening, waits for the requests in flight, and after `graceMs` ends what is left. */
  close(graceMs: number): Promise<void>;
};

export function createHttpServer(listener: RequestListener): HttpServer {
  const connections = new Connections();
  const server = createServer({
    // Node's own answer to a request without Host has no body.
    requireHostHeader: false,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: 1_000,
  }, (request, response) => {
    connections.began(request, response);
    const isNameless = request.httpVersion === '1.1' && request.headers.host === undefined;
    if (isNameless) connections.refuse(request.socket, 'VALIDATION_ERROR');
    else listener(request, response);
  });
  // Otherwise Node answers an unknown `Expect` with a 417 that has no body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connection', (socket) => connections.opened(socket));
  server.on('clientError', (error, socket) => connections.failed(error, socket as Socket));
  return { server, close: (graceMs) => closeServer(server, connections, graceMs) };
}

/** The port it listens on. `setting`: the variable that names the port, for people. */
export async function listen(
  server: Server, at: { host: string; port: number; setting: string },
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(new OperatorError(`cannot listen on ${at.host}, port ${at.port} (${at.setting}): ${cause.message}`, { cause }));
    });
    server.listen(at.port, at.host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function closeServer(server: Server, connections: Connections, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => { server.close(() => resolve()); });
  connections.endSilent();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}
