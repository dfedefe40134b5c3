import type { Client } from '@opensearch-project/opensearch';
import { UnavailableError } from '../../domain/errors.js';
import { deadlineIn, repeatWhileBusy, type Deadline } from './deadline.js';
import { ClusterFailure, failureOf, isBusy, isConnectionLost, unavailable } from './cluster-failure.js';

export type Request = {
  /** For messages. */
  what: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Record<string, string>;
  /** JSON text. */
  body?: string;
  /** Newline-delimited JSON, instead of `body`. */
  lines?: string;
  /** Statuses above 399 that are answers to the caller, not failures. */
  accept?: readonly number[];
};

export type Answer<T> = { status: number; body: T };

/** One OpenSearch cluster, asked with a deadline. All failures are `UnavailableError`. */
export class Cluster {
  readonly #client: Client;
  readonly timeoutMs: number;

  constructor(client: Client, timeoutMs: number) {
    this.#client = client;
    this.timeoutMs = timeoutMs;
  }

  deadline(): Deadline {
    return deadlineIn(this.timeoutMs);
  }

  /** Asked again while the cluster is busy, and once when the connection was lost. */
  async read<T>(request: Request, deadline = this.deadline()): Promise<Answer<T>> {
    let lost = 0;
    const outcome = await repeatWhileBusy(deadline, () => this.#attempt<T>(request, deadline), (result) =>
      result instanceof ClusterFailure && (isBusy(result) || (isConnectionLost(result) && lost++ === 0)));
    if (outcome instanceof ClusterFailure) throw unavailable(request.what, outcome);
    return outcome;
  }

  /**
   * Asked once: the client would send a write up to four times, and the second may undo what came after the
   * first.
   */
  async write<T>(request: Request, deadline = this.deadline()): Promise<Answer<T>> {
    const outcome = await this.#attempt<T>(request, deadline);
    if (outcome instanceof ClusterFailure) throw unavailable(request.what, outcome);
    return outcome;
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #attempt<T>(request: Request, deadline: Deadline): Promise<Answer<T> | ClusterFailure> {
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

  /**
   * The client's own timeout ends at the headers: this one covers a stalled body, and a search for
   * credentials.
   */
  #once<T>(request: Request, deadline: Deadline): Promise<Answer<T>> {
    const left = deadline.left();
    const pending = this.#client.transport.request(paramsOf(request), { requestTimeout: left + SLACK_MS });
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new UnavailableError(`OpenSearch ${request.what}: no answer within ${this.timeoutMs} ms`));
        pending.abort();
      }, left);
      pending.then(({ statusCode, body }) => resolve({ status: statusCode ?? 0, body: body as T }), reject)
        .finally(() => clearTimeout(timer));
    });
  }
}

/** OpenSearch always answers with an object; a proxy in between may have a page to show, under any status. */
function isJson(body: unknown): boolean {
  return typeof body === 'object' && body !== null;
}

/** So that of two timeouts the one that covers everything strikes. */
const SLACK_MS = 1_000;

function paramsOf(request: Request) {
  return {
    method: request.method,
    path: request.path,
    ...(request.query === undefined ? {} : { querystring: request.query }),
    ...(request.body === undefined ? {} : { body: request.body }),
    ...(request.lines === undefined ? {} : { bulkBody: request.lines }),
  };
}
