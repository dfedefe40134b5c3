import type { Client } from '@opensearch-project/opensearch';
import { UnavailableError } from '../../../domain/errors.js';
import { repeatWhileBusy } from './repeat-while-busy.js';
import { Deadline } from '../../../platform/deadline.js';
import { ClusterFailure, failureOf, isBusy, isConnectionLost, unavailable } from './cluster-failure.js';

export type ClusterRequest = {
  what: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Record<string, string>;
  body?: string;
  /** Newline-delimited JSON, instead of `body`. */
  lines?: string;
  /** Statuses of 400 and above that are answers to the caller, not failures. */
  accept?: readonly number[];
};

export type ClusterAnswer<T> = { status: number; body: T };

/** One OpenSearch cluster. Every call has a deadline. Every failure is an `UnavailableError`. */
export class Cluster {
  readonly #client: Client;
  readonly timeoutMs: number;

  constructor(client: Client, timeoutMs: number) {
    this.#client = client;
    this.timeoutMs = timeoutMs;
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

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #attempt<T>(request: ClusterRequest, deadline: Deadline): Promise<ClusterAnswer<T> | ClusterFailure> {
    try {
      const answer = await this.#once<T>(request, deadline);
      return isJson(answer.body) ? answer : new ClusterFailure(['NoJson'], answer.status);
    } catch (error) {
      if (error instanceof UnavailableError) throw error;
      const failure = failureOf(error);
      const { body } = error as { body: T };
      const isAccepted = request.accept?.includes(failure.status ?? 0) === true && isJson(body);
      return isAccepted ? { status: failure.status as number, body } : failure;
    }
  }

  /** The client's timeout ends at the headers. This one also covers a stalled body and the wait for credentials. */
  #once<T>(request: ClusterRequest, deadline: Deadline): Promise<ClusterAnswer<T>> {
    const left = deadline.leftMs;
    const pending = this.#client.transport.request(paramsOf(request), { requestTimeout: left + SLACK_MS });
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new UnavailableError(`OpenSearch ${request.what}: no answer within ${this.timeoutMs} ms`));
        pending.abort();
      }, left);
      pending
        .then(({ statusCode, body }) => resolve({ status: statusCode ?? 0, body: body as T }), reject)
        .finally(() => clearTimeout(timer));
    });
  }
}

/** OpenSearch always answers with a JSON object. A proxy in between may send a page, under any status. */
function isJson(body: unknown): boolean {
  return typeof body === 'object' && body !== null;
}

/** Makes the client's timeout strike after the one that covers the whole exchange. */
const SLACK_MS = 1_000;

function paramsOf(request: ClusterRequest) {
  return {
    method: request.method,
    path: request.path,
    ...(request.query === undefined ? {} : { querystring: request.query }),
    ...(request.body === undefined ? {} : { body: request.body }),
    ...(request.lines === undefined ? {} : { bulkBody: request.lines }),
  };
}
