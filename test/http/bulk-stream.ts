import { once } from 'node:events';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import { createInterface, type Interface } from 'node:readline';
import type { Client, Headers, LineAnswer } from './client.js';

/** A bulk request whose lines are sent one by one, while its answers are read. */
export class BulkStream {
  readonly #request: ClientRequest;
  readonly #answers: Promise<AsyncIterator<string>>;
  #response: IncomingMessage | undefined;

  constructor({ url, headers }: Client, more: Headers = {}) {
    const { hostname: host, port } = new URL(url);
    const all = { ...headers, 'Content-Type': 'application/x-ndjson', ...more };
    this.#request = http.request({ host, port, path: '/v1/bulk', method: 'POST', headers: all, agent: false });
    this.#answers = (once(this.#request, 'response') as Promise<[IncomingMessage]>).then(([response]) => {
      this.#response = response;
      response.on('error', () => undefined);
      return linesOf(createInterface({ input: response }));
    });
    this.#request.on('error', () => undefined);
    this.#request.flushHeaders();
  }

  /** A whole line, or any text. */
  send(line: object | string): void {
    this.#request.write(typeof line === 'string' ? line : `${JSON.stringify(line)}\n`);
  }

  /** Resolves when the service asks for the body. */
  async continued(): Promise<void> {
    await once(this.#request, 'continue');
  }

  /** No line follows. */
  end(): void {
    this.#request.end();
  }

  /** Undefined: the answer has ended. */
  async next(): Promise<LineAnswer | undefined> {
    const { value, done } = await (await this.#answers).next();
    return done ? undefined : (JSON.parse(value) as LineAnswer);
  }

  async ask(line: object | string): Promise<LineAnswer | undefined> {
    this.send(line);
    return this.next();
  }

  async rest(): Promise<LineAnswer[]> {
    const answers: LineAnswer[] = [];
    for (let answer = await this.next(); answer; answer = await this.next()) answers.push(answer);
    return answers;
  }

  /** Breaks the connection. */
  destroy(): void {
    this.#request.destroy();
    this.#response?.destroy();
  }
}

function linesOf(lines: Interface): AsyncIterator<string> {
  return lines[Symbol.asyncIterator]();
}
