import { UnavailableError } from '../../../domain/errors.js';
import { Deadline } from '../../../platform/deadline.js';
import type { Tracer } from '../../../platform/tracer.js';
import { bodyOf, type HttpAnswer } from '../../http-exchange.js';
import {
  ClusterFailure,
  connectionLost,
  failureOfBody,
  isBusy,
  isConnectionLost,
  unavailable,
} from './cluster-failure.js';
import type { HttpRequest, OpenSearchConnection } from './opensearch-connection.js';
import { repeatWhileBusy } from './repeat-while-busy.js';

export type ClusterRequest = {
  what: string;
  method: HttpRequest['method'];
  path: string;
  query?: Record<string, string>;
  body?: string;
  /** Newline-delimited JSON, instead of `body`. */
  lines?: string;
  /** Statuses of 400 and above that are answers to the caller, not failures. */
  accept?: readonly number[];
  /** A larger answer is given up: `LargeAnswerError`. */
  mostBytes?: number | undefined;
};

export type ClusterAnswer<T> = { status: number; body: T };

/** One OpenSearch cluster. Every call has a deadline. Every failure is an `UnavailableError`. */
export class Cluster {
  readonly #connection: OpenSearchConnection;
  readonly timeoutMs: number;

  constructor(connection: OpenSearchConnection, timeoutMs: number) {
    this.#connection = connection;
    this.timeoutMs = timeoutMs;
  }

  get tracer(): Tracer {
    return this.#connection.tracer;
  }

  deadline(): Deadline {
    return new Deadline(this.timeoutMs);
  }

  /** Repeated while the cluster is busy, and once after a lost connection. */
  async read<T>(request: ClusterRequest, deadline = this.deadline()): Promise<ClusterAnswer<T>> {
    let lost = 0;
    const outcome = await repeatWhileBusy(
      deadline,
      () => this.#attempt<T>(request, deadline),
      (result) => result instanceof ClusterFailure && (isBusy(result) || (isConnectionLost(result) && lost++ === 0)),
    );
    if (outcome instanceof ClusterFailure) throw unavailable(request.what, outcome);
    return outcome;
  }

  /** Sent once: a repeat could undo a write that came in between. */
  async write<T>(request: ClusterRequest, deadline = this.deadline()): Promise<ClusterAnswer<T>> {
    const outcome = await this.#attempt<T>(request, deadline);
    if (outcome instanceof ClusterFailure) throw unavailable(request.what, outcome);
    return outcome;
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #attempt<T>(request: ClusterRequest, deadline: Deadline): Promise<ClusterAnswer<T> | ClusterFailure> {
    return new Promise((resolve, reject) => {
      const exchange = this.#connection.send(httpRequestOf(request), (error, answer) => {
        clearTimeout(timer);
        if (answer) resolve(outcomeOf(request, answer));
        else if (error instanceof UnavailableError) reject(error);
        else resolve(error instanceof ClusterFailure ? error : connectionLost(error as Error));
      });
      const late = () => new UnavailableError(`OpenSearch ${request.what}: no answer within ${this.timeoutMs} ms`);
      const timer = setTimeout(() => exchange.abort(late()), deadline.leftMs);
    });
  }
}

function httpRequestOf({ method, path, query = {}, body, lines, mostBytes }: ClusterRequest): HttpRequest {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return {
    method,
    path: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`,
    ...(body !== undefined && { body, contentType: 'application/json' }),
    ...(lines !== undefined && { body: lines, contentType: 'application/x-ndjson' }),
    isLarge: path.endsWith('/_search'),
    mostBytes,
  };
}

/** OpenSearch always answers with a JSON object. A proxy in between may send a page, under any status. */
function outcomeOf<T>({ accept }: ClusterRequest, answer: HttpAnswer): ClusterAnswer<T> | ClusterFailure {
  const { status } = answer;
  const body = objectIn(bodyOf(answer));
  if (status >= 400 && (body === undefined || !accept?.includes(status))) return failureOfBody(body, status);
  return body === undefined ? new ClusterFailure(['NoJson'], status) : { status, body: body as T };
}

function objectIn(bytes: Buffer): object | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
