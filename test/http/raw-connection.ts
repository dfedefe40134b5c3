import { once } from 'node:events';
import net from 'node:net';

/** A connection on which a test writes bytes that need not be HTTP. */
export class RawConnection {
  readonly #socket: net.Socket;
  #received = '';
  readonly faults: Error[] = [];

  /** `allowHalfOpen`: may go on writing when the other side has ended. */
  constructor(url: string, { allowHalfOpen = false } = {}) {
    const { hostname, port } = new URL(url);
    this.#socket = net.connect({ port: Number(port), host: hostname, allowHalfOpen });
    this.#socket.setEncoding('utf8');
    this.#socket.on('data', (part: string) => {
      this.#received += part;
    });
    // A server that refuses may close while the test still writes.
    this.#socket.on('error', (error) => {
      this.faults.push(error);
    });
  }

  write(text: string): void {
    this.#socket.write(text);
  }

  /** Resolves when the operating system has it, or there was a fault. */
  flush(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.write(text, () => resolve());
    });
  }

  end(text: string): void {
    this.#socket.end(text);
  }

  /** All that came so far, once it matches. Raises when the other side ends before that. */
  async until(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.#received)) {
      if (this.#socket.closed) throw new Error(`closed after: ${this.#received}`);
      await Promise.race([once(this.#socket, 'data'), once(this.#socket, 'close')]);
    }
    return this.#received;
  }

  /** All that came, once the other side has closed. */
  async ended(): Promise<string> {
    if (!this.#socket.closed) await once(this.#socket, 'close');
    return this.#received;
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** The status and the JSON body of the last answer in what a connection received. */
export function lastAnswer(received: string): { status: number; body: unknown } {
  const start = received.lastIndexOf('HTTP/1.1 ');
  const answer = received.slice(start);
  return { status: Number(answer.slice(9, 12)), body: JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) };
}
