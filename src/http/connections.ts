import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '../domain/errors.js';
import { presentError } from './present/errors.js';

/** A client that goes on sending after its answer has this long to read it, in milliseconds. */
const LINGER_MS = 5_000;

type Exchange = { request: IncomingMessage; response: ServerResponse };

/** Which connections there are, and what is under way on each: what Node's HTTP server does not tell. */
export class Connections {
  /** The newest exchange of each open connection; undefined before the first. */
  readonly #open = new Map<Socket, Exchange | undefined>();

  opened(socket: Socket): void {
    this.#open.set(socket, undefined);
    socket.once('close', () => this.#open.delete(socket));
    this.#linger(socket);
  }

  began(request: IncomingMessage, response: ServerResponse): void {
    this.#open.set(request.socket, { request, response });
  }

  /** Ends the connections on which not a byte has come yet; Node takes them for busy when it closes the idle ones. */
  endSilent(): void {
    for (const socket of this.#open.keys()) {
      if (socket.bytesRead === 0) socket.destroy();
    }
  }

  /** What the HTTP parser refuses never becomes a request, but has the same error shape. */
  failed(error: NodeJS.ErrnoException, socket: Socket): void {
    const exchange = this.#open.get(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (!exchange || isOver(exchange)) this.refuse(socket, codeOf(error));
    else if (exchange.request.complete) exchange.response.once('close', () => socket.destroy());
    else if (exchange.response.headersSent) socket.destroy();
    else this.refuse(socket, codeOf(error));
  }

  /**
   * Closing a connection on which something unread comes in resets it, and the client may lose an answer that it has
   * not read. So one whose request was answered before its end is closed for writing only, as long as it is sent to.
   */
  #linger(socket: Socket): void {
    const closeAtOnce = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      if (this.#open.get(socket)?.request.complete !== false) {
        closeAtOnce();
        return;
      }
      const timer = setTimeout(() => socket.destroy(), LINGER_MS);
      socket.once('close', () => clearTimeout(timer));
      socket.end();
    };
  }

  /** Answers with an error and ends the connection. */
  refuse(socket: Socket, code: ErrorCode): void {
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
