import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** `dueAt`: when the whole request must have come, of `performance.now()`. */
export type RequestExchange = { request: IncomingMessage; response: ServerResponse; dueAt: number; run: () => void };

/** Parsed requests not begun, per connection. Further ones get no answer; after as many again the connection ends. */
const MOST_WAITING = 1_000;
type OnExchanges = {
  idle(isIdle: boolean): void;
  /** The number of parsed requests not begun has changed by `change`. */
  waiting(change: number): void;
};

/** One request at a time, until its answer is flushed. Node would begin all pipelined ones, keeping all answers. */
export class Exchanges {
  /** The last parsed one, begun or not. */
  newest: RequestExchange | undefined;
  current: RequestExchange | undefined;
  readonly #socket: Socket;
  readonly #on: OnExchanges;
  readonly #waiting: RequestExchange[] = [];
  /** No more requests are accepted. The connection ends after the last one waiting. */
  #isCut = false;
  #dropped = 0;

  constructor(socket: Socket, on: OnExchanges) {
    this.#socket = socket;
    this.#on = on;
  }

  get waiting(): number {
    return this.#waiting.length + this.#dropped;
  }

  add(exchange: RequestExchange): void {
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
    // Reading stops. Node resumes the socket when the request being parsed ends, so it is paused again.
    this.#socket.pause();
    setImmediate(() => {
      if (this.#waiting.length > 0 || this.#isCut) this.#socket.pause();
    });
    this.#on.waiting(1);
  }

  /** Further input cannot be a request: answers those that arrived whole, then ends the connection. */
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

  drop(): void {
    this.#on.waiting(-this.waiting);
    this.#waiting.length = 0;
    this.#dropped = 0;
  }

  #begin(exchange: RequestExchange): void {
    this.current = exchange;
    exchange.response.once('close', () => this.#next());
    exchange.run();
  }

  #next(): void {
    this.current = undefined;
    // The last answer has been sent. An exchange begun now would never end.
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
