import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '../../domain/errors.js';
import { clientNetwork } from './client-network.js';
import { Exchanges, type RequestExchange } from './exchanges.js';
import { isOverdue, REQUEST_TIMEOUT_MS } from './request-clock.js';

/** A client that still sends after its answer has this long to read it. */
const LINGER_MS = 5_000;
/** The same after a refusal by the parser, which leaves the rest unread. */
const REFUSED_LINGER_MS = 1_000;

/** Parsed requests not begun in this process, some kilobytes each. Above this, only `WAITING_LEFT` of them stay. */
const MOST_WAITING = 10_000;
const WAITING_LEFT = 9_000;

/** A client must take 8 KiB a second, measured over 30 looks, one a second. */
const PACE_LOOKS = 30;
const LEAST_PACE_BYTES = PACE_LOOKS * 8_192;

export class AnswerPace {
  /** Bytes taken at the last looks, newest last. */
  #marks: number[] = [];
  #answer: object | undefined;

  /** Call once a second. True: too slow for 30 s. A socket timeout counts from the last byte: up to twice as long. */
  isTooSlow(socket: Socket, answer: object | undefined): boolean {
    // With nothing to flush, the answer is not made yet. The client is not to blame.
    if (answer !== this.#answer || socket.writableLength === 0) {
      this.#answer = answer;
      this.#marks = [];
      return false;
    }
    // Bytes written and not flushed are in both numbers.
    const taken = socket.bytesWritten - socket.writableLength;
    const before = this.#marks.length === PACE_LOOKS ? this.#marks.shift() : undefined;
    this.#marks.push(taken);
    return before !== undefined && taken - before < LEAST_PACE_BYTES;
  }
}

/** Bounds for this process; undefined: none. An address is one IPv4 address or one /64 of IPv6. */
export type ConnectionLimits = {
  most: number | undefined;
  mostPerAddress: number | undefined;
  /** From the headers of a request to its end; a minute unless given. */
  requestMs?: number;
};

type Connection = { exchanges: Exchanges; peers: Peers; pace: AnswerPace };

/** One address's connections. `idle`: no exchange, longest idle first. `waiting`: parsed requests not begun. */
type Peers = { address: string; open: Set<Socket>; idle: Set<Socket>; waiting: number };

/** Tracks open connections and the exchange under way on each. Node's HTTP server does not expose that. */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #bodyOf: (code: ErrorCode) => string;
  readonly #open = new Map<Socket, Connection>();
  readonly #idle = new Set<Socket>();
  readonly #peers = new Map<string, Peers>();
  #waiting = 0;
  /** After the last answer, these connections only wait for their client to read it. */
  readonly #lingering = new Set<Socket>();

  /** `bodyOf`: of the answer to a request that the parser refuses. */
  constructor(limits: ConnectionLimits, bodyOf: (code: ErrorCode) => string) {
    this.#limits = limits;
    this.#bodyOf = bodyOf;
  }

  get count(): number {
    return this.#open.size;
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

  began(request: IncomingMessage, response: ServerResponse, run: () => void): void {
    const { requestMs = REQUEST_TIMEOUT_MS } = this.#limits;
    this.#open.get(request.socket)?.exchanges.add({ request, response, dueAt: performance.now() + requestMs, run });
  }

  /** Call once a second: ends the connections of clients that do not take their answers. */
  endSlow(): void {
    for (const [socket, { exchanges, pace }] of this.#open) {
      if (pace.isTooSlow(socket, exchanges.current)) socket.destroy();
    }
  }

  /** The connections of requests that have not come in time, each once. */
  overdue(): Socket[] {
    return [...this.#open].flatMap(([socket, { exchanges }]) => {
      const { newest } = exchanges;
      if (!newest || !isOverdue(newest.request, newest.dueAt)) return [];
      newest.dueAt = Infinity;
      return [socket];
    });
  }

  /** Ends connections that Node wrongly counts as busy: without a byte received, or after their last answer. */
  endSilent(): void {
    for (const socket of [...this.#idle].filter(({ bytesRead }) => bytesRead === 0)) socket.destroy();
    for (const socket of [...this.#lingering]) socket.destroy();
  }

  endIdle(): void {
    for (const socket of [...this.#idle]) socket.destroy();
  }

  /** Node removes its own listeners from a socket that asks for a tunnel. */
  refuseTunnel(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    if (this.#open.get(socket)?.exchanges.current) socket.destroy();
    else this.refuse(socket, 'VALIDATION_ERROR');
  }

  /** The HTTP parser's refusals never become requests. They get the same error shape. */
  failed(error: NodeJS.ErrnoException, socket: Socket): void {
    const exchanges = this.#open.get(socket)?.exchanges;
    const { newest, current } = exchanges ?? {};
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (!newest || isOver(newest)) this.refuse(socket, codeOf(error));
    // Earlier answers are still due, so an error answer has no place yet.
    else if (current !== newest || newest.request.complete) exchanges?.cut();
    else if (newest.response.headersSent) socket.destroy();
    else this.refuse(socket, codeOf(error));
  }

  refuse(socket: Socket, code: ErrorCode): void {
    const { status } = ERRORS[code];
    const body = this.#bodyOf(code);
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
    // A client that was too slow is not sending. Nothing can reset the connection before it reads the answer.
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

  /** Ends the longest idle connection: the newest, if all others are in use. Above `most`, lingering ones go first. */
  #makeRoom({ open, idle }: Peers): void {
    const { most = Infinity, mostPerAddress = Infinity } = this.#limits;
    if (open.size > mostPerAddress) this.#endFirst(idle);
    if (this.#open.size > most) this.#endFirst(this.#lingering.size > 0 ? this.#lingering : this.#idle);
  }

  /** The socket stops counting now. Its descriptor is freed at the end of this turn of the event loop. */
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

  /** Above `MOST_WAITING`, the addresses with the most waiting requests lose the connections that hold them. */
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
   * Closing a connection with unread input resets it, and the client may lose its answer. A connection answered before
   * its request ended is therefore first closed for writing only.
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

  /** Closes both sides once all is written: the client may keep its own side open for ever. */
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

/** The request is complete and answered. New input belongs to another request. */
function isOver({ request, response }: RequestExchange): boolean {
  return request.complete && response.writableFinished;
}

function codeOf(error: NodeJS.ErrnoException): ErrorCode {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'HEADERS_TOO_LARGE';
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'REQUEST_TIMEOUT';
  return 'VALIDATION_ERROR';
}
