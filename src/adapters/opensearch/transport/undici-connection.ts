import { EventEmitter } from 'node:events';
import { Connection, errors, type ClientOptions } from '@opensearch-project/opensearch';
import type { buildConnector, Dispatcher, Pool } from 'undici';
import { bodyOf, HttpExchange, openPool, type HttpAnswer } from '../../http-exchange.js';
import { ReadingTurns } from '../../reading-turns.js';

/** The default of the client's own connections. */
const SOCKETS = 256;
const CONNECT_MS = 2_000;

type ConnectionBase = typeof Connection;
type ConnectionRequest = Parameters<Connection['request']>;
type Answered = (error: Error | null, response: Response | null) => void;

/** Sends the client's requests through undici: a third less CPU than `node:http` (measured: 100, not 150 µs each). */
export function overUndici(
  base: ConnectionBase = Connection,
  connections = SOCKETS,
): NonNullable<ClientOptions['Connection']> {
  const turns = new ReadingTurns();
  return class UndiciConnection extends base {
    readonly #pool: Pool;

    constructor(options: ConstructorParameters<ConnectionBase>[0]) {
      super(options);
      const tls = this.ssl as buildConnector.BuildOptions;
      this.#pool = openPool(this.url.origin, { connections, connectMs: CONNECT_MS, tls });
    }

    override request(...[parameters, callback]: ConnectionRequest) {
      this._openRequests++;
      const { path, method, headers, timeout } = this.buildRequestObject(parameters);
      const exchange = new HttpExchange(
        (error, answer) => {
          this._openRequests--;
          const response = answer && new Response(answer);
          (callback as unknown as Answered)(error && failureOf(error), response);
          if (answer) response?.arrive(bodyOf(answer));
        },
        { turns: isSearch(path) ? turns : undefined },
      );
      this.#pool.dispatch(
        {
          path: path as string,
          method: method as Dispatcher.HttpMethod,
          headers: headers as Record<string, string>,
          body: parameters.body || null,
          headersTimeout: timeout ?? null,
          bodyTimeout: timeout ?? null,
        },
        exchange,
      );
      const abort = () => exchange.abort(new errors.RequestAbortedError('Request aborted'));
      return { abort } as unknown as ReturnType<Connection['request']>;
    }

    /** Waits for the requests under way. */
    override close(closed: () => void = () => undefined): Connection {
      void this.#pool.close().then(closed, closed);
      return this;
    }
  };
}

class Response extends EventEmitter {
  readonly statusCode: number;
  readonly headers: HttpAnswer['headers'];
  #encoding: BufferEncoding | undefined;

  constructor({ status, headers }: HttpAnswer) {
    super();
    this.statusCode = status;
    this.headers = headers;
  }

  setEncoding(encoding: BufferEncoding): void {
    this.#encoding = encoding;
  }

  destroy(): void {
    this.removeAllListeners();
  }

  arrive(body: Buffer): void {
    this.emit('data', this.#encoding ? body.toString(this.#encoding) : body);
    this.emit('end');
  }
}

/** Only answers to searches are as large as callers wish, and no other request waits for them. */
function isSearch(path: unknown): boolean {
  return /\/_search(\?|$)/.test(String(path));
}

function failureOf(error: Error): Error {
  return error instanceof errors.RequestAbortedError ? error : new errors.ConnectionError(error.message);
}
