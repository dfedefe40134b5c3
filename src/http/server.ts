import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '../domain/errors.js';
import { presentError } from './present/errors.js';

/** A client has this long for its headers, and for its whole request. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than load balancers keep theirs, so that it is never us who closes one that they are about to use. */
const KEEP_ALIVE_MS = 75_000;

export function createHttpServer(listener: RequestListener): Server {
  const server = createServer({
    // Node's own answer to a request without Host has no body.
    requireHostHeader: false,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: 1_000,
  }, (request, response) => {
    if (request.httpVersion === '1.1' && request.headers.host === undefined) endWith(request.socket, 'VALIDATION_ERROR');
    else listener(request, response);
  });
  // Otherwise Node answers an unknown `Expect` with a 417 that has no body.
  server.on('checkExpectation', listener);
  server.on('clientError', answerParserError);
  return server;
}

/** The port it listens on. */
export async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Stops listening, waits for the requests in flight, and after `graceMs` ends what is left. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearTimeout(timer);
}

/** What the HTTP parser refuses never becomes a request, but has the same error shape. */
function answerParserError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  endWith(socket, codeOf(error));
}

function endWith(socket: Socket, code: ErrorCode): void {
  const { status } = ERRORS[code];
  const body = JSON.stringify(presentError({ code, details: {} }));
  socket.end([
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n'));
}

function codeOf(error: NodeJS.ErrnoException): ErrorCode {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'HEADERS_TOO_LARGE';
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'REQUEST_TIMEOUT';
  return 'VALIDATION_ERROR';
}
