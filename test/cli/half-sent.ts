import { unique } from '../http/making.js';
import { lastAnswer, RawConnection } from '../http/raw-connection.js';
import type { PoolService } from './pool-service.js';

const READINESS = 'GET /health/ready HTTP/1.1\r\n';

/** A request that a worker has begun to read, and whose rest the test sends when it likes. */
export class HalfSent {
  /** The worker that has it. */
  readonly pid: number;
  readonly #connection: RawConnection;
  readonly #rest: string;

  /** One that makes a document. */
  static create(service: PoolService, key: string): Promise<HalfSent> {
    const body = JSON.stringify({ title: unique(), blocks: [] });
    const head = [
      'POST /v1/documents HTTP/1.1',
      `X-API-Key: ${key}`,
      `Content-Length: ${body.length}`,
      'Host: x',
      '',
      '',
    ];
    return HalfSent.of(service, head.join('\r\n'), body);
  }

  static readiness(service: PoolService): Promise<HalfSent> {
    return HalfSent.of(service, READINESS, 'Host: x\r\n\r\n');
  }

  /** One write: when the probe before it is answered, the beginning of the request has been read too. */
  private static async of(service: PoolService, beginning: string, rest: string): Promise<HalfSent> {
    const connection = new RawConnection(service.url);
    const requestId = unique();
    connection.write(`GET /health/live HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${requestId}\r\n\r\n${beginning}`);
    await connection.until(/alive/);
    return new HalfSent(connection, rest, await service.workerOf(requestId));
  }

  private constructor(connection: RawConnection, rest: string, pid: number) {
    this.#connection = connection;
    this.#rest = rest;
    this.pid = pid;
  }

  /** The answer, and whether the server closed the connection after it. */
  async finish(): Promise<{ status: number; body: unknown }> {
    this.#connection.write(this.#rest);
    return lastAnswer(await this.#connection.ended());
  }

  /**
   * Asks for readiness until the worker is not ready: it hears of the end a moment after the listener closes. The next
   * request always begins in the same write, since a connection without one is closed at the end.
   */
  async untilNotReady(): Promise<{ status: number; body: unknown }> {
    const answered = (count: number) => new RegExp(`(HTTP/1.1 (?:(?!HTTP/1.1)[^])*){${count}}`);
    let received = '';
    // One answer was there before.
    for (let answers = 2; !received.includes('HTTP/1.1 503'); answers++) {
      this.#connection.write(this.#rest + READINESS);
      received = await this.#connection.until(answered(answers));
    }
    return lastAnswer(await this.#connection.ended());
  }

  /** When the connection is cut without another answer. */
  async cut(): Promise<void> {
    await this.#connection.ended();
  }
}

/** Requests begun at both workers: connections go to them by turns. */
export async function atEachWorker(
  service: PoolService,
  count: number,
  make: () => Promise<HalfSent>,
): Promise<HalfSent[]> {
  const made: HalfSent[] = [];
  while (made.length < count || new Set(made.map(({ pid }) => pid)).size < service.pids.length) made.push(await make());
  return made;
}
