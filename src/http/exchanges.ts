import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request and its answer. `run` begins to deal with it. */
export type Exchange = { request: IncomingMessage; response: ServerResponse; run: () => void };

/** Requests of one connection that are parsed and not begun; what a client sends beyond them is not answered. */
const MOST_WAITING = 1_000;
/** The same of all connections of this process; each takes some kilobytes. */
const MOST_WAITING_OF_ALL = 10_000;

/** Requests that are parsed and not begun, of all connections of a server. */
export class Backlog {
  size = 0;
}

/**
 * One connection's exchanges, one at a time: a request that was sent before the answer to an earlier one has been
 * flushed waits for it. Node's own way is to begin all of them at once, and to keep every answer in memory.
 */
export class Exchanges {
  /** The newest that was parsed, begun or not. */
  newest: Exchange | undefined;
  /** The one under way. */
  current: Exchange | undefined;
  readonly #socket: Socket;
  readonly #backlog: Backlog;
  readonly #onIdle: (isIdle: boolean) => void;
  readonly #waiting: Exchange[] = [];
  /** More came than may wait: the connection ends after the last that does. */
  #isCut = false;
  #dropped = 0;

  /** `onIdle`: whether an exchange is under way, when that changes. */
  constructor(socket: Socket, backlog: Backlog, onIdle: (isIdle: boolean) => void) {
    this.#socket = socket;
    this.#backlog = backlog;
    this.#onIdle = onIdle;
  }

  add(exchange: Exchange): void {
    this.newest = exchange;
    if (!this.current) {
      this.#onIdle(false);
      this.#begin(exchange);
      return;
    }
    if (this.#isCut || this.#waiting.length >= MOST_WAITING) {
      this.#isCut = true;
      if (++this.#dropped > MOST_WAITING) this.#socket.destroy();
    } else {
      this.#waiting.push(exchange);
      this.#backlog.size++;
    }
    // Nothing more is read from the connection. Node reads on where the request that is parsed just now ends.
    this.#socket.pause();
    setImmediate(() => { if (this.#waiting.length > 0 || this.#isCut) this.#socket.pause(); });
    if (this.#backlog.size > MOST_WAITING_OF_ALL) this.#socket.destroy();
  }

  closed(): void {
    this.#backlog.size -= this.#waiting.length;
    this.#waiting.length = 0;
  }

  #begin(exchange: Exchange): void {
    this.current = exchange;
    exchange.response.once('close', () => this.#next());
    exchange.run();
  }

  #next(): void {
    this.current = undefined;
    // Its last answer has been given: an exchange that began now would have no connection, and no end.
    if (this.#socket.destroyed || !this.#socket.writable) return;
    const next = this.#waiting.shift();
    if (next) {
      this.#backlog.size--;
      this.#begin(next);
      return;
    }
    if (this.#isCut) {
      this.#socket.destroySoon();
      return;
    }
    this.#onIdle(true);
    this.#socket.resume();
  }
}
