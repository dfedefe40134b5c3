import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, reasonOf, UnreachableError } from './api-error.js';

/** One request answers or fails within this time. */
const REQUEST_MS = 30_000;
const PATIENCE_MS = 60_000;
/** A longer Retry-After is a daily limit: nobody waits for that. */
const LONGEST_PAUSE_MS = 120_000;
const UNAVAILABLE = new Set([502, 503, 504]);

export interface ApiRequest {
  readonly method?: 'GET' | 'POST';
  /** Path and query under the base address. */
  readonly path: string;
  readonly body?: string;
  readonly idempotencyKey?: string;
  /** For so many milliseconds it is repeated when it meets a network error or an unavailable service. */
  readonly patience?: number;
}

export interface ApiAnswer<Body> {
  readonly body: Body;
  /** How long the request took that was answered, repeats and pauses before it not counted. */
  readonly milliseconds: number;
}

export interface DemoApiOptions {
  readonly base: string;
  readonly key: string;
  readonly signal: AbortSignal;
}

/**
 * The service over HTTP. Every request is safe to repeat (a POST carries an Idempotency-Key): a lost answer,
 * a refused connection and a 503 are repeated with growing pauses; a 429 holds back all requests for its
 * Retry-After. An aborted signal ends pauses at once; a request in flight is waited for.
 */
export class DemoApi {
  readonly #options: DemoApiOptions;
  #pausedUntil = 0;
  /** How many requests were sent again. */
  repeats = 0;

  constructor(options: DemoApiOptions) {
    this.#options = options;
  }

  async json<Body>(request: ApiRequest): Promise<ApiAnswer<Body>> {
    const deadline = Date.now() + (request.patience ?? PATIENCE_MS);
    for (let attempt = 0; ; attempt += 1) {
      await this.#pause(this.#pausedUntil - Date.now());
      const started = performance.now();
      const answer = await this.#send(request);
      if ('text' in answer && answer.status < 300) {
        return { body: JSON.parse(answer.text) as Body, milliseconds: performance.now() - started };
      }
      await this.#beforeRepeat(request, answer, { attempt, deadline });
      this.repeats += 1;
    }
  }

  async #send(request: ApiRequest): Promise<Answer> {
    const headers: Record<string, string> = { 'X-API-Key': this.#options.key };
    if (request.body !== undefined) headers['Content-Type'] = 'application/json';
    if (request.idempotencyKey !== undefined) headers['Idempotency-Key'] = request.idempotencyKey;
    try {
      const response = await fetch(this.#options.base + request.path, {
        method: request.method ?? 'GET',
        headers,
        body: request.body ?? null,
        redirect: 'error',
        signal: AbortSignal.timeout(REQUEST_MS),
      });
      const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN) * 1000;
      return { status: response.status, retryAfter, text: await response.text() };
    } catch (cause) {
      return { cause };
    }
  }

  /** Waits before the next attempt, or throws where there shall be none. */
  async #beforeRepeat(request: ApiRequest, answer: Answer, { attempt, deadline }: Attempts): Promise<void> {
    if ('text' in answer && answer.status === 429) {
      this.#holdBack(request, answer);
      return;
    }
    if ('text' in answer && !UNAVAILABLE.has(answer.status)) {
      throw new ApiError(request, answer.status, answer.text);
    }
    if (Date.now() > deadline) throw this.#gaveUp(request, answer);
    const growing = Math.min(5_000, 100 * 2 ** attempt) * (0.5 + Math.random() / 2);
    const asked = 'text' in answer && answer.retryAfter <= 10_000 ? answer.retryAfter : 0;
    await this.#pause(Math.max(growing, asked));
  }

  #holdBack(request: ApiRequest, { status, text, retryAfter }: Answered): void {
    const milliseconds = Number.isFinite(retryAfter) ? retryAfter : 1_000;
    if (milliseconds > LONGEST_PAUSE_MS) throw new ApiError(request, status, text);
    this.#pausedUntil = Math.max(this.#pausedUntil, Date.now() + milliseconds);
  }

  #gaveUp(request: ApiRequest, answer: Answer): Error {
    if ('text' in answer) return new ApiError(request, answer.status, answer.text);
    return new UnreachableError(`${this.#options.base} does not answer: ${reasonOf(answer.cause)}`);
  }

  async #pause(milliseconds: number): Promise<void> {
    this.#options.signal.throwIfAborted();
    if (milliseconds <= 0) return;
    await sleep(milliseconds, undefined, { signal: this.#options.signal }).catch(() => {
      this.#options.signal.throwIfAborted();
    });
  }
}

interface Answered {
  readonly status: number;
  /** Milliseconds; NaN when the header is missing. */
  readonly retryAfter: number;
  readonly text: string;
}

type Answer = Answered | { readonly cause: unknown };

interface Attempts {
  readonly attempt: number;
  readonly deadline: number;
}
