import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request and its answer. `run` begins to deal with it. */
export type Exchange = { request: IncomingMessage; response: ServerResponse; run: () => void };

/**
 * Requests of one connection that are parsed and not begun. What a client sends beyond them is not answered: Node keeps
 * it until the connection ends, which it does after as many again.
 */
const MOST_WAITING = 1_000;
/** What a connection tells of its exchanges. */
export type OnExchanges = {
  /** Whether an exchange is under way has changed. */
  idle(isIdle: boolean): void;
  /** So many more, or fewer, requests are parsed and held without being begun. */
  waiting(change: number): void;
};

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
  readonly #on: OnExchanges;
  readonly #waiting: Exchange[] = [];
  /** Nothing more is taken: the connection ends after the last that waits. */
  #isCut = false;
  #dropped = 0;

  constructor(socket: Socket, on: OnExchanges) {
    this.#socket = socket;
    this.#on = on;
  }

  /** Parsed and held, without being begun. */
  get waiting(): number {
    return this.#waiting.length + this.#dropped;
  }

  add(exchange: Exchange): void {
    this.newest = exchange;
    if (!this.current) {
      this.#on.idle(false);
      this.#begin(exchange);
      return;
    }
    const isBeyond = this.#isCut || this.#waiting.length >= MOST_WAITING;
    if (isBeyond) this.#isCut = true;
    else this.#waiting.push(exchange);
    if (isBeyond && ++this.#dropped > MOST_WAITING) this.#socket.destroy();
    // Nothing more is read from the connection. Node reads on where the request that is parsed just now ends.
    this.#socket.pause();
    setImmediate(() => { if (this.#waiting.length > 0 || this.#isCut) this.#socket.pause(); });
    this.#on.waiting(1);
  }

  /** What comes now can be no request: those that came whole before it are answered, and the connection ends. */
  cut(): void {
    this.#isCut = true;
    if (!this.current) {
      this.#socket.destroySoon();
      return;
    }
    if (this.#waiting.at(-1)?.request.complete !== false) return;
    this.#waiting.pop();
    this.#on.waiting(-1);
  }

  /** Those that wait are not answered. */
  drop(): void {
    this.#on.waiting(-this.waiting);
    this.#waiting.length = 0;
    this.#dropped = 0;
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
      this.#on.waiting(-1);
      this.#begin(next);
      return;
    }
    if (this.#isCut) {
      this.#socket.destroySoon();
      return;
    }
    this.#on.idle(true);
    this.#socket.resume();
  }
}
