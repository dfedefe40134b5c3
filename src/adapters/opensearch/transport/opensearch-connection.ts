import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { AwsSigv4Signer } from '@opensearch-project/opensearch/aws-v3';
import type { Pool } from 'undici';
import type { OpenSearchAuth, OpenSearchConfig } from '../../../config/config.js';
import { HttpExchange, openPool, type AnswerCallback } from '../../http-exchange.js';
import { ReadingTurns } from '../../reading-turns.js';
import { NO_TRACER, type Tracer } from '../../../platform/tracer.js';
import { ClusterFailure } from './cluster-failure.js';

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With the query, below the path of the cluster's address. */
  path: string;
  contentType?: string;
  body?: string;
  /** Its answer is as large as callers wish. */
  isLarge?: boolean;
  /** Beyond it the answer is given up with a `LargeAnswerError`. */
  mostBytes?: number | undefined;
};

type Address = Pick<OpenSearchConfig, 'url' | 'auth' | 'ca' | 'clientCertificate'>;
type Headers = Record<string, string>;
type Authorise = (request: HttpRequest, headers: Headers) => Headers | Promise<Headers>;

/** As many as the official client opens. */
const SOCKETS = 256;
const CONNECT_MS = 2_000;

/**
 * Sends requests to one address of OpenSearch, each once: `Cluster` has the repeats and deadlines. The official client
 * signs. It does not send, as its transport takes half as much CPU again as the whole request through undici.
 */
export class OpenSearchConnection {
  readonly #pool: Pool;
  /** Only answers to searches wait for turns. */
  readonly #turns = new ReadingTurns();
  readonly #basePath: string;
  readonly #authorise: Authorise;
  readonly tracer: Tracer;

  constructor({ url, auth, ca, clientCertificate }: Address, { connections = SOCKETS, tracer = NO_TRACER } = {}) {
    const { origin, hostname, pathname } = new URL(url);
    this.#pool = openPool(origin, {
      connections,
      connectMs: CONNECT_MS,
      tls: { ...(ca && { ca }), ...clientCertificate },
    });
    this.#basePath = pathname.replace(/\/+$/, '');
    this.#authorise = authoriseBy(auth, hostname);
    this.tracer = tracer;
  }

  /**
   * `callback` is called once, never before `send` returns. Its error is a `ClusterFailure` without credentials, the
   * reason of an abort, or undici's.
   */
  send(request: HttpRequest, callback: AnswerCallback): HttpExchange {
    const { isLarge, mostBytes } = request;
    const exchange = new HttpExchange(callback, { turns: isLarge ? this.#turns : undefined, mostBytes });
    void this.#dispatch({ ...request, path: this.#basePath + request.path }, exchange);
    return exchange;
  }

  /** Waits for the requests under way. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  async #dispatch(request: HttpRequest, exchange: HttpExchange): Promise<void> {
    const { method, path, contentType, body = null } = request;
    const traced = this.tracer.headers();
    try {
      const authorised = await this.#authorise(request, {
        'accept-encoding': 'identity',
        ...(contentType !== undefined && { 'content-type': contentType }),
      });
      // They are not signed: proxies may change them.
      const headers = traced ? { ...authorised, ...traced } : authorised;
      // The deadline of the caller is the only one.
      this.#pool.dispatch({ method, path, headers, body, headersTimeout: 0, bodyTimeout: 0 }, exchange);
    } catch (error) {
      const { name, message } = error as Error;
      exchange.abort(new ClusterFailure([name], undefined, { message }));
    }
  }
}

function authoriseBy(auth: OpenSearchAuth, hostname: string): Authorise {
  if (auth.kind === 'none') return (_, headers) => headers;
  if (auth.kind === 'basic') {
    const authorization = `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`;
    return (_, headers) => ({ ...headers, authorization });
  }
  const { region, service } = auth;
  const credentialsOf = defaultProvider();
  const { buildSignedRequestObject } = AwsSigv4Signer({ region, service });
  return async ({ method, path, body }, headers) => {
    const credentials = await credentialsOf();
    const signed = buildSignedRequestObject({
      method,
      path,
      hostname,
      headers,
      body,
      auth: { credentials, region, service },
    });
    return signed.headers as Headers;
  };
}
