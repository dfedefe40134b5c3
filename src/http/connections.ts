import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '../domain/errors.js';
import { AnswerPace } from './answer-pace.js';
import { clientNetwork } from './client-network.js';
import { Backlog, Exchanges, type Exchange } from './exchanges.js';
import { presentError } from './present/errors.js';

/** A client that goes on sending after its answer has this long to read it, in milliseconds. */
const LINGER_MS = 5_000;
/** The same after a refusal by the parser, which read nothing of what it refused. */
const REFUSED_LINGER_MS = 1_000;

/** Bounds of the connections of this process; undefined: none. */
export type ConnectionLimits = {
  most: number | undefined;
  /** From one client address: one IPv4 address, or one /64 of IPv6. */
  mostPerAddress: number | undefined;
};

type Connection = { exchanges: Exchanges; peers: Peers; pace: AnswerPace };

/** The connections of one client address; those without an exchange under way, the longest idle first. */
type Peers = { address: string; size: number; idle: Set<Socket> };

/** Which connections there are, and what is under way on each: what Node's HTTP server does not tell. */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<Socket, Connection>();
  /** Of all addresses, as `Peers` has them. */
  readonly #idle = new Set<Socket>();
  readonly #peers = new Map<string, Peers>();
  readonly #backlog = new Backlog();
  /** Answered for the last time: they wait for their client to read, and for nothing else. */
  readonly #lingering = new Set<Socket>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  opened(socket: Socket): void {
    const peers = this.#peersAt(clientNetwork(socket.remoteAddress ?? ''));
    const exchanges = new Exchanges(socket, this.#backlog, (isIdle) => this.#mark(socket, peers, isIdle));
    peers.size++;
    this.#open.set(socket, { exchanges, peers, pace: new AnswerPace() });
    this.#mark(socket, peers, true);
    socket.once('close', () => {
      this.#forget(socket);
      exchanges.closed();
    });
    this.#linger(socket);
    this.#makeRoom(peers);
  }

  /** Begins a request as soon as those before it on its connection are answered. */
  began(request: IncomingMessage, response: ServerResponse, run: () => void): void {
    this.#open.get(request.socket)?.exchanges.add({ request, response, run });
  }

  /** To be called once a second: ends the connections of clients that do not take their answers. */
  endSlow(): void {
    for (const [socket, { exchanges, pace }] of this.#open) {
      if (pace.isTooSlow(socket, exchanges.current)) socket.destroy();
    }
  }

  /**
   * Ends the connections that Node takes for busy when it closes the idle ones: those on which not a byte has come, and
   * those that have had their last answer.
   */
  endSilent(): void {
    for (const socket of [...this.#idle].filter(({ bytesRead }) => bytesRead === 0)) socket.destroy();
    for (const socket of [...this.#lingering]) socket.destroy();
  }

  /** Ends the connections on which nothing is under way. */
  endIdle(): void {
    for (const socket of [...this.#idle]) socket.destroy();
  }

  /** Node takes its own listeners off a socket for which a tunnel is asked. */
  refuseTunnel(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    if (this.#open.get(socket)?.exchanges.current) socket.destroy();
    else this.refuse(socket, 'VALIDATION_ERROR');
  }

  /** What the HTTP parser refuses never becomes a request, but has the same error shape. */
  failed(error: NodeJS.ErrnoException, socket: Socket): void {
    const { newest: exchange, current } = this.#open.get(socket)?.exchanges ?? {};
    // A request that waits for the answer before it has no place for its own yet.
    const isBehind = current !== undefined && current !== exchange && exchange?.request.complete === false;
    if (error.code === 'ECONNRESET' || !socket.writable || isBehind) socket.destroy();
    else if (!exchange || isOver(exchange)) this.refuse(socket, codeOf(error));
    else if (exchange.request.complete) exchange.response.once('close', () => socket.destroy());
    else if (exchange.response.headersSent) socket.destroy();
    else this.refuse(socket, codeOf(error));
  }

  /** Answers with an error and ends the connection. */
  refuse(socket: Socket, code: ErrorCode): void {
    const { status } = ERRORS[code];
    const body = JSON.stringify(presentError({ code, details: {} }));
    socket.write([
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'));
    // A client that was too slow sends nothing now that could reset the connection before it has read its answer.
    this.#endSlowly(socket, code === 'REQUEST_TIMEOUT' ? 0 : REFUSED_LINGER_MS);
  }

  #peersAt(address: string): Peers {
    const known = this.#peers.get(address);
    if (known) return known;
    const peers = { address, size: 0, idle: new Set<Socket>() };
    this.#peers.set(address, peers);
    return peers;
  }

  #mark(socket: Socket, { idle }: Peers, isIdle: boolean): void {
    for (const sockets of [idle, this.#idle]) {
      if (isIdle) sockets.add(socket);
      else sockets.delete(socket);
    }
  }

  /** Where there are too many, the longest idle one goes: the newest itself, where all others are in use. */
  #makeRoom({ size, idle }: Peers): void {
    const { most = Infinity, mostPerAddress = Infinity } = this.#limits;
    if (size > mostPerAddress) this.#endFirst(idle);
    if (this.#open.size > most) this.#endFirst(this.#lingering.size > 0 ? this.#lingering : this.#idle);
  }

  /** It counts no more from now on: its descriptor is given back at the end of this turn of the event loop. */
  #endFirst(sockets: ReadonlySet<Socket>): void {
    for (const socket of sockets) {
      this.#forget(socket);
      socket.destroy();
      return;
    }
  }

  #forget(socket: Socket): void {
    const peers = this.#open.get(socket)?.peers;
    this.#open.delete(socket);
    this.#lingering.delete(socket);
    if (!peers) return;
    this.#mark(socket, peers, false);
    peers.size--;
    if (peers.size === 0) this.#peers.delete(peers.address);
  }

  /**
   * Closing a connection on which something unread comes in resets it, and the client may lose an answer that it has
   * not read. So one whose request was answered before its end is closed for writing only, while it is sent to.
   */
  #linger(socket: Socket): void {
    const closeAtOnce = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      const exchange = this.#open.get(socket)?.exchanges.newest;
      const isTimedOut = exchange?.response.statusCode === ERRORS.REQUEST_TIMEOUT.status;
      if (!exchange || exchange.request.complete || isTimedOut) closeAtOnce();
      else this.#endSlowly(socket, LINGER_MS);
    };
  }

  /** Both sides of it, once all is written: the client's too, as it may keep its own side open for ever. */
  #endSlowly(socket: Socket, lingerMs: number): void {
    if (lingerMs === 0) {
      socket.end(() => socket.destroy());
      return;
    }
    this.#lingering.add(socket);
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(timer));
    socket.end();
  }
}

/** Asked for whole and answered: what comes now on the connection belongs to another request. */
function isOver({ request, response }: Exchange): boolean {
  return request.complete && response.writableFinished;
}

function codeOf(error: NodeJS.ErrnoException): ErrorCode {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'HEADERS_TOO_LARGE';
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'REQUEST_TIMEOUT';
  return 'VALIDATION_ERROR';
}
