import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 5;
const MOST_LATE_S = 2;

export type WireOptions = {
  /** The client's own address; 127.0.0.1 unless given. Every address of 127.0.0.0/8 is this machine. */
  from?: string;
  /** Goes on being open for writing when the other side has ended. */
  allowHalfOpen?: boolean;
  /** Takes what comes; otherwise nothing is read but one chunk, and that only where `firstChunk` asks. */
  reads?: boolean;
};

/** A connection of a client that does as it likes. */
export class Wire {
  readonly #socket: net.Socket;
  #chunks: Buffer[] = [];
  #receivedBytes = 0;
  #error: Error | undefined;
  #endedAt: number | undefined;

  constructor(url: string, { from, allowHalfOpen = false, reads = false }: WireOptions = {}) {
    const { hostname: host, port } = new URL(url);
    this.#socket = net.connect({ host, port: Number(port), allowHalfOpen, ...(from && { localAddress: from }) });
    this.#socket.on('error', (error) => {
      this.#error = error;
    });
    this.#socket.on('end', () => {
      this.#endedAt = performance.now();
    });
    if (reads) this.#socket.on('data', (chunk: Buffer) => this.#keep(chunk));
    else this.#socket.pause();
  }

  /** Undefined before it is open. */
  get port(): number | undefined {
    return this.#socket.localPort;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === 'open';
  }

  get isClosed(): boolean {
    return this.#socket.closed;
  }

  /** The other side writes no more, or the connection is gone. */
  get isEnded(): boolean {
    return this.#endedAt !== undefined || this.#socket.closed;
  }

  get error(): Error | undefined {
    return this.#error;
  }

  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  get text(): string {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0]?.toString('latin1') ?? '';
  }

  /** Statuses of the answers so far, in their order. */
  get statuses(): number[] {
    return [...this.text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  }

  write(data: string | Uint8Array): void {
    this.#socket.write(data);
  }

  /** Resolves when the operating system has taken it, or the connection is gone. */
  async flush(data: string | Uint8Array): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#socket.write(data, () => resolve());
    });
  }

  /** Resolves when it is open, or gone. */
  async opened(): Promise<void> {
    if (this.#socket.connecting)
      await Promise.race([once(this.#socket, 'connect'), once(this.#socket, 'close')]).catch(() => undefined);
  }

  /** Reads one chunk and no more; empty where the connection is gone. */
  async firstChunk(): Promise<string> {
    if (this.#socket.closed) return '';
    const closed = once(this.#socket, 'close').then(() => undefined);
    const came = new Promise<Buffer>((resolve) => {
      this.#socket.once('data', (chunk: Buffer) => {
        this.#socket.pause();
        this.#keep(chunk);
        resolve(chunk);
      });
    });
    this.#socket.resume();
    await Promise.race([came, closed.catch(() => undefined)]);
    return this.text;
  }

  /** All that came, once it matches; raises where the connection is gone before. */
  async until(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.text)) {
      if (this.isEnded) throw new Error(`closed after: ${this.text.slice(-500)}`);
      await delay(LOOK_EVERY_MS);
    }
    return this.text;
  }

  /** Takes what has come, at most so many bytes a second, until it is closed. */
  drip(bytesPerSecond: number): void {
    let last = performance.now();
    let due = 0;
    // By the clock: on a busy machine a timer is late.
    const timer = setInterval(() => {
      const now = performance.now();
      due = Math.min(due + ((now - last) / 1_000) * bytesPerSecond, MOST_LATE_S * bytesPerSecond);
      last = now;
      const bytes = Math.min(Math.floor(due), this.#socket.readableLength);
      const chunk = bytes > 0 ? (this.#socket.read(bytes) as Buffer | null) : null;
      if (chunk) this.#keep(chunk);
      due -= chunk?.length ?? 0;
    }, 100);
    this.#socket.on('readable', () => undefined);
    this.#socket.once('close', () => clearInterval(timer));
  }

  /** Takes all that comes from now on, as fast as it comes. */
  readOn(): void {
    this.#socket.on('data', (chunk: Buffer) => this.#keep(chunk)).resume();
  }

  close(): void {
    this.#socket.destroy();
  }

  #keep(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#receivedBytes += chunk.length;
  }
}

export type RequestHead = { method?: string; path: string; headers?: Readonly<Record<string, string | number>> };

/** Request line and headers with the empty line after them. */
export function head({ method = 'GET', path, headers = {} }: RequestHead): string {
  const lines = Object.entries({ Host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** A request with a JSON body. Only the first `sent` bytes of the body are written. */
export function begunPost(path: string, key: string, body: { length: number; sent: string }): string {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Content-Length': body.length };
  return head({ method: 'POST', path, headers }) + body.sent;
}

export function closeAll(wires: Iterable<Wire>): void {
  for (const wire of wires) wire.close();
}
