import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '../domain/errors.js';
import { AnswerPace } from './answer-pace.js';
import { clientNetwork } from './client-network.js';
import { Exchanges, type Exchange } from './exchanges.js';
import { presentError } from './present/errors.js';

/** A client that goes on sending after its answer has this long to read it, in milliseconds. */
const LINGER_MS = 5_000;
/** The same after a refusal by the parser, which read nothing of what it refused. */
const REFUSED_LINGER_MS = 1_000;

/** Requests that are parsed and not begun, of all connections of this process; each takes some kilobytes. */
const MOST_WAITING = 10_000;
/** When there are more, so many are left. */
const WAITING_LEFT = 9_000;

/** Bounds of the connections of this process; undefined: none. */
export type ConnectionLimits = {
  most: number | undefined;
  /** From one client address: one IPv4 address, or one /64 of IPv6. */
  mostPerAddress: number | undefined;
};

type Connection = { exchanges: Exchanges; peers: Peers; pace: AnswerPace };

/**
 * The connections of one client address; those without an exchange under way, the longest idle first. `waiting`:
 * requests on all of them that are not begun.
 */
type Peers = { address: string; open: Set<Socket>; idle: Set<Socket>; waiting: number };

/** Which connections there are, and what is under way on each: what Node's HTTP server does not tell. */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<Socket, Connection>();
  /** Of all addresses, as `Peers` has them. */
  readonly #idle = new Set<Socket>();
  readonly #peers = new Map<string, Peers>();
  #waiting = 0;
  /** Answered for the last time: they wait for their client to read, and for nothing else. */
  readonly #lingering = new Set<Socket>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  opened(socket: Socket): void {
    const peers = this.#peersAt(clientNetwork(socket.remoteAddress ?? ''));
    const exchanges = new Exchanges(socket, {
      idle: (isIdle) => this.#mark(socket, peers, isIdle),
      waiting: (change) => this.#countWaiting(peers, change),
    });
    peers.open.add(socket);
    this.#open.set(socket, { exchanges, peers, pace: new AnswerPace() });
    this.#mark(socket, peers, true);
    socket.once('close', () => {
      this.#forget(socket);
      exchanges.drop();
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
    const exchanges = this.#open.get(socket)?.exchanges;
    const { newest, current } = exchanges ?? {};
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (!newest || isOver(newest)) this.refuse(socket, codeOf(error));
    // It has no place for an answer of its own before those that are due.
    else if (current !== newest || newest.request.complete) exchanges?.cut();
    else if (newest.response.headersSent) socket.destroy();
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
    const peers = { address, open: new Set<Socket>(), idle: new Set<Socket>(), waiting: 0 };
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
  #makeRoom({ open, idle }: Peers): void {
    const { most = Infinity, mostPerAddress = Infinity } = this.#limits;
    if (open.size > mostPerAddress) this.#endFirst(idle);
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
    peers.open.delete(socket);
    if (peers.open.size === 0) this.#peers.delete(peers.address);
  }

  /** Where too many requests wait, the addresses that have the most of them lose the connections on which they do. */
  #countWaiting(peers: Peers, change: number): void {
    peers.waiting += change;
    this.#waiting += change;
    if (this.#waiting <= MOST_WAITING) return;
    const heaviest = [...this.#peers.values()].sort((a, b) => b.waiting - a.waiting);
    for (const socket of heaviest.flatMap(({ open }) => [...open])) {
      if (this.#waiting <= WAITING_LEFT) return;
      const exchanges = this.#open.get(socket)?.exchanges;
      if (!exchanges || exchanges.waiting === 0) continue;
      exchanges.drop();
      socket.destroy();
    }
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
