import { connect, type Socket } from 'node:net';
import type { LoadTarget } from './load.js';
import { ResponseParser, type ParsedResponse } from './response-parser.js';

type Waiting = { resolve: (answer: ParsedResponse) => void; reject: (error: Error) => void };

/** A kept-alive connection with one request on it at a time; made when it is needed, and again when it was closed. */
export class Connection {
  readonly #target: LoadTarget;
  #socket: Socket | undefined;
  #waiting: Waiting | undefined;

  constructor(target: LoadTarget) {
    this.#target = target;
  }

  send(head: string, body: Buffer | undefined): Promise<ParsedResponse> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      const socket = this.#socket ?? this.#open();
      if (!body) {
        socket.write(head, 'latin1');
        return;
      }
      // Both in one packet.
      socket.cork();
      socket.write(head, 'latin1');
      socket.write(body);
      socket.uncork();
    });
  }

  /** What is under way fails with this reason. */
  close(reason: string): void {
    this.#fail(new Error(reason));
    this.#socket?.destroy();
  }

  #open(): Socket {
    const parser = new ResponseParser();
    const socket = connect({ ...this.#target, noDelay: true });
    socket.on('data', (chunk: Buffer) => this.#receive(parser, chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = undefined;
      this.#fail(new Error(`port ${this.#target.port} closed the connection`));
    });
    this.#socket = socket;
    return socket;
  }

  #receive(parser: ResponseParser, chunk: Buffer): void {
    try {
      const answer = parser.push(chunk);
      if (!answer) return;
      const waiting = this.#waiting;
      this.#waiting = undefined;
      waiting?.resolve(answer);
    } catch (error) {
      this.close(String(error));
    }
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}
