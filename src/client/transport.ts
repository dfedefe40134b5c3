import { ApiError, isApiError, NoAnswerError } from './api-error.js';
import { SilenceLimit } from './silence-limit.js';
import { isRetryable, Retries, type RetryPolicy } from './retries.js';

export type Sent = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  query?: Record<string, string | number | undefined>;
  headers?: Record<string, string | undefined>;
  /** JSON text, or lines of it. */
  body?: string | undefined;
  signal?: AbortSignal | undefined;
};

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Makes the result of the text of an answer. */
type Reader<T> = (text: string, headers: Headers) => T;

export type TransportOptions = { url: string; apiKey: string; fetch: Fetch; retries: RetryPolicy };

export class Transport {
  readonly #options: TransportOptions;
  #hasAnswered = false;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  retries(signal: AbortSignal | undefined): Retries {
    const { retries: policy } = this.#options;
    const { attempts, attemptsLater = attempts } = policy;
    return new Retries({ ...policy, attempts: this.#hasAnswered ? attemptsLater : attempts }, signal);
  }

  /** Repeats after 429, 503 and lost answers. Raises `ApiError`, `NoAnswerError`, or what the signal gives. */
  async send<T extends object>(sent: Sent, read: Reader<T> = tagged as Reader<T>): Promise<T> {
    const retries = this.retries(sent.signal);
    let mayBeDone = false;
    for (;;) {
      try {
        return await this.#sendOnce(sent, read);
      } catch (error) {
        if (mayBeDone && sent.method === 'DELETE' && isApiError(error, 'DOCUMENT_NOT_FOUND')) return {} as T;
        if (!isRetryable(error)) throw error;
        mayBeDone ||= !isApiError(error, 'RATE_LIMITED');
        if (!(await retries.pause(error instanceof ApiError ? error.retryAfterMs : undefined))) throw error;
      }
    }
  }

  async #sendOnce<T>(sent: Sent, read: Reader<T>): Promise<T> {
    const limit = AbortSignal.timeout(this.#options.retries.attemptMs);
    const signal = sent.signal ? AbortSignal.any([sent.signal, limit]) : limit;
    const response = await this.open(sent, signal);
    return read(await answered(sent.signal, response.text()), response.headers);
  }

  /** The lines of one answer, each as JSON, as they come. A line that is cut off is left out. */
  async *lines<T>(sent: Sent): AsyncGenerator<T> {
    const silence = new SilenceLimit(this.#options.retries.attemptMs, sent.signal);
    try {
      const headers = { 'Content-Type': 'application/x-ndjson' };
      const response = await silence.during(this.open({ ...sent, headers }, silence.signal));
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let rest = '';
      while (reader) {
        const { done, value } = await answered(sent.signal, silence.during(reader.read()));
        if (done) return;
        const parts = (rest + value).split('\n');
        rest = parts.pop() ?? '';
        for (const part of parts) {
          sent.signal?.throwIfAborted();
          yield jsonOf(part) as T;
        }
      }
    } finally {
      silence.end();
    }
  }

  /** One attempt. The body of the answer is still to be read; `signal` ends that, too. */
  async open(
    { method, path, query = {}, headers = {}, body, signal: own }: Sent,
    signal: AbortSignal,
  ): Promise<Response> {
    const { url, apiKey, fetch } = this.#options;
    const init = {
      method,
      headers: {
        'X-API-Key': apiKey,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...given(headers),
      },
      ...(body !== undefined && { body }),
      signal,
    };
    // From `fetch`, its error for what no header can hold would look like a lost answer.
    new Headers(init.headers);
    const parameters = new URLSearchParams(given(query)).toString();
    const target = `${url.replace(/\/+$/, '')}${path}${parameters && `?${parameters}`}`;
    const response = await answered(own, fetch(target, init));
    const failure = response.ok ? undefined : failureOf(response, await answered(own, response.text()));
    this.#hasAnswered ||= !failure || (failure instanceof ApiError && !isRetryable(failure));
    if (failure) throw failure;
    return response;
  }
}

/** The JSON of an answer, with its entity tag. */
function tagged(text: string, headers: Headers): object {
  const body = (text === '' ? {} : jsonOf(text)) as object;
  const etag = headers.get('ETag');
  return etag === null ? body : { ...body, etag: strong(etag) };
}

/** A proxy that compresses answers weakens their tags, and If-Match takes only strong ones. */
function strong(etag: string): string {
  return etag.replace(/^W\//, '');
}

/** Raises what the caller's signal gives, or `NoAnswerError`. */
export async function answered<T>(signal: AbortSignal | undefined, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    throw new NoAnswerError('no whole answer came', { cause });
  }
}

function given(values: Record<string, string | number | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

function failureOf(response: Response, text: string): ApiError | NoAnswerError {
  const { status, headers } = response;
  const { error } = (parsed(text) ?? {}) as Partial<ConstructorParameters<typeof ApiError>[0]>;
  if (typeof error?.code !== 'string')
    return new NoAnswerError(`an answer of no service of Quire: ${status}`, { status });
  const requestId = headers.get('X-Request-Id') ?? undefined;
  const seconds = Number(headers.get('Retry-After') ?? undefined);
  return new ApiError({
    status,
    error,
    requestId,
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : undefined,
  });
}

function jsonOf(text: string): unknown {
  const value = parsed(text);
  if (value === undefined) throw new NoAnswerError('an answer of no service of Quire: no JSON');
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
