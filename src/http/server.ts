import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { HttpConfig } from '../config/config.js';
import { OperatorError } from '../domain/errors.js';
import { errorCode } from '../platform/error-code.js';
import { Connections, type ConnectionLimits } from './limits/connections.js';
import { presentError } from './present/errors.js';
import { originForm } from './paths.js';

const HEADERS_TIMEOUT_MS = 10_000;
/** Longer than load balancers keep idle connections: the server never closes one that is about to be used. */
const KEEP_ALIVE_MS = 75_000;
const LOOK_EVERY_MS = 1_000;
const BURST = 128;
/**
 * Of one event of a response. Both budgets, the connection and the log wait for its end, and Node waits for it seven
 * times while it sends a stream. Ten is where Node would warn.
 */
const MOST_LISTENERS = 16;
/** At shutdown, a request whose headers have begun to arrive has this long to be complete. */
const IDLE_GRACE_MS = 2_000;

const NO_LIMITS: ConnectionLimits = { most: undefined, mostPerAddress: undefined };

export type HttpServer = {
  server: Server;
  /** Stops listening, waits for requests in flight, and ends the rest after `graceMs`. Returns how many it ended. */
  close(graceMs: number): Promise<number>;
};

export function createHttpServer(listener: RequestListener, limits: ConnectionLimits = NO_LIMITS): HttpServer {
  const connections = new Connections(limits, (code) => JSON.stringify(presentError({ code, details: {} })));
  const server = createServer({
    // Node's own answer to a request without Host has no body.
    requireHostHeader: false,
    headersTimeout: HEADERS_TIMEOUT_MS,
    // Node's clock is the same for all requests. `Connections` has one.
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: LOOK_EVERY_MS,
  });
  // By default Node drops headers beyond 2,000, and with them what a proxy adds. Their bytes are bounded anyway.
  server.maxHeadersCount = 0;
  const begin = (request: IncomingMessage, response: ServerResponse) => {
    response.setMaxListeners(MOST_LISTENERS);
    connections.began(request, response, () => {
      if (!isAddressed(request)) connections.refuse(request.socket, 'VALIDATION_ERROR');
      else listener(request, response);
    });
  };
  // Idle connections make room above `most`. Beyond the burst, connections arrive faster than that and are closed.
  if (limits.most !== undefined) server.maxConnections = limits.most + BURST;
  server.on('request', begin);
  // Otherwise Node answers an unknown `Expect` with a 417 that has no body.
  server.on('checkExpectation', begin);
  // Otherwise Node asks for the body before the headers are checked. Without `askForBody` the connection ends.
  server.on('checkContinue', (request, response) => {
    response.setHeader('Connection', 'close');
    begin(request, response);
  });
  // Otherwise Node closes the connection without an answer.
  server.on('connect', (_request, socket) => connections.refuseTunnel(socket as Socket));
  server.on('connection', (socket) => connections.opened(socket));
  const look = () => {
    connections.endSlow();
    for (const socket of connections.overdue()) server.emit('clientError', tookTooLong(), socket);
  };
  const looking = setInterval(look, LOOK_EVERY_MS).unref();
  server.once('close', () => clearInterval(looking));
  server.on('clientError', (error, socket) => connections.failed(error, socket as Socket));
  return { server, close: (graceMs) => closeServer(server, connections, graceMs) };
}

/** As Node's own clock says it. */
function tookTooLong(): Error {
  return Object.assign(new Error('the request took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}

/** Whether there is something to be asked for. What follows sees the target in origin form only. */
function isAddressed(request: IncomingMessage): boolean {
  if (request.httpVersion === '1.1' && request.headers.host === undefined) return false;
  request.url = originForm(request.url ?? '');
  return request.url !== undefined;
}

type MetricsListener = Pick<HttpConfig, 'metricsHost' | 'metricsPort' | 'mayMoveMetrics'>;

/** Returns the address of the metrics; undefined: there are none. Raises `OperatorError`. */
export async function listenForMetrics(server: Server, place: MetricsListener): Promise<string | undefined> {
  const { metricsHost: host, metricsPort, mayMoveMetrics } = place;
  if (metricsPort === undefined) return undefined;
  const listenAt = (port: number) => listen(server, { host, port, setting: 'METRICS_HOST, METRICS_PORT' });
  const port = await listenAt(metricsPort).catch((error: unknown) => {
    // Another service of this machine has it.
    if (mayMoveMetrics && error instanceof OperatorError && errorCode(error.cause) === 'EADDRINUSE') return listenAt(0);
    throw error;
  });
  return `http://${reachableHost(host)}:${port}/metrics`;
}

export function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Returns the port. `setting`: the variable to name in the error. Raises `OperatorError`. */
export async function listen(server: Server, at: { host: string; port: number; setting: string }): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(
        new OperatorError(`cannot listen on ${at.host}, port ${at.port} (${at.setting}): ${cause.message}`, { cause }),
      );
    });
    server.listen(at.port, at.host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function closeServer(server: Server, connections: Connections, graceMs: number): Promise<number> {
  let cut = 0;
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  connections.endSilent();
  // Node's own time limit for headers ends with the listener.
  const timers = [
    setTimeout(() => connections.endIdle(), Math.min(graceMs, IDLE_GRACE_MS)),
    setTimeout(() => {
      cut = connections.count;
      server.closeAllConnections();
    }, graceMs),
  ];
  await closed;
  for (const timer of timers) clearTimeout(timer);
  return cut;
}
