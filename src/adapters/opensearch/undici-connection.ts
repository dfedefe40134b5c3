import { EventEmitter } from 'node:events';
import { Connection, errors, type ClientOptions } from '@opensearch-project/opensearch';
import { Pool, type buildConnector, type Dispatcher } from 'undici';

/** As many as the client's own connections may have. */
const SOCKETS = 256;
const CONNECT_MS = 2_000;
/** Load balancers keep an idle connection for a minute. */
const IDLE_MS = 30_000;

type Base = typeof Connection;
type Request = Parameters<Connection['request']>;
type Answered = (error: Error | null, answer: Answer | null) => void;

/**
 * A connection class of the client whose requests go through undici, by which they take a third less CPU than by
 * `node:http` (measured: 100 instead of 150 µs each). Nothing is sent twice: there is no pipelining, and undici repeats
 * no request that it has begun to write.
 */
export function overUndici(base: Base = Connection, connections = SOCKETS): NonNullable<ClientOptions['Connection']> {
  return class UndiciConnection extends base {
    readonly #pool: Pool;

    constructor(options: ConstructorParameters<Base>[0]) {
      super(options);
      this.#pool = new Pool(this.url.origin, {
        connections, pipelining: 1, keepAliveTimeout: IDLE_MS,
        connect: { ...this.ssl, timeout: CONNECT_MS } as buildConnector.BuildOptions,
      });
    }

    override request(...[parameters, callback]: Request) {
      this._openRequests++;
      const { path, method, headers, timeout } = this.buildRequestObject(parameters);
      const exchange = new Exchange((error, answer) => {
        this._openRequests--;
        (callback as unknown as Answered)(error, answer);
      });
      this.#pool.dispatch({
        path: path as string,
        method: method as Dispatcher.HttpMethod,
        headers: headers as Record<string, string>,
        body: parameters.body || null,
        headersTimeout: timeout ?? null,
        bodyTimeout: timeout ?? null,
      }, exchange);
      return exchange as unknown as ReturnType<Connection['request']>;
    }

    /** Waits for the requests under way. */
    override close(closed: () => void = () => undefined): Connection {
      void this.#pool.close().then(closed, closed);
      return this;
    }
  };
}

/** One request and what comes of it, told once: what is late, or was given up, is told to nobody. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #told: Answered;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #answer: Answer | undefined;
  #isOver = false;

  constructor(told: Answered) {
    this.#told = told;
  }

  abort(): void {
    const error = new errors.RequestAbortedError('Request aborted');
    this.#tell(error, null);
    this.#controller?.abort(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Thrown, it ends the request alone; an abort would end the connection, which is as good as new.
    if (this.#isOver) throw new errors.RequestAbortedError('Request aborted');
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Answer['headers']): void {
    this.#answer = new Answer(status, headers);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const answer = this.#answer as Answer;
    this.#tell(null, answer);
    answer.arrive(this.#chunks);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#tell(new errors.ConnectionError(error.message), null);
  }

  #tell(error: Error | null, answer: Answer | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#told(error, answer);
  }
}

/** What the client's transport wants of a response, whose body is there as a whole. */
class Answer extends EventEmitter {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  #encoding: BufferEncoding | undefined;

  constructor(statusCode: number, headers: Answer['headers']) {
    super();
    this.statusCode = statusCode;
    this.headers = headers;
  }

  setEncoding(encoding: BufferEncoding): void {
    this.#encoding = encoding;
  }

  /** Given up: whoever does so listens no more. */
  destroy(): void {
    this.removeAllListeners();
  }

  arrive(chunks: readonly Buffer[]): void {
    const body = chunks.length === 1 ? chunks[0] as Buffer : Buffer.concat(chunks);
    this.emit('data', this.#encoding ? body.toString(this.#encoding) : body);
    this.emit('end');
  }
}
