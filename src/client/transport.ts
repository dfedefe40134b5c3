import { ApiError, isApiError, NoAnswerError } from './api-error.js';
import { foreign, jsonOf, refusalOf, tagged, type Answer } from './answers.js';
import type { ApiCall } from './calls.js';
import { bytesOf, leave, linesOf, textOf } from './read-body.js';
import { isRetryable, Retries, type RetryPolicy } from './retries.js';
import { SilenceLimit } from './silence-limit.js';

const MOST_CHARACTERS = 200;

/** Whether `fetch` was sent elsewhere. Runtimes show that in three ways. 304 leads nowhere. */
function isRedirect({ type, status, redirected }: Response): boolean {
  return redirected || type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304);
}

/** `target`: the address that was asked. The key would go to the new one, and a write may become a read. */
function redirectError(response: Response, target: string): NoAnswerError {
  const { redirected, url, headers } = response;
  // A browser hides the status and the address, and of a redirect that was followed the status is another's.
  const status = redirected ? 0 : response.status;
  const location = redirected ? url : headers.get('Location');
  const where = location === null ? 'a hidden address' : shownAddress(location, target);
  return new NoAnswerError(`a redirect${status === 0 ? '' : ` (${status})`} to ${where}, which is not followed`, {
    status,
  });
}

/** Without what may be secret: user, password, query. A URL of HTTP has only visible ASCII in host and path. */
function shownAddress(location: string, target: string): string {
  if (!URL.canParse(location, target)) return 'an address that cannot be read';
  const { protocol, host, pathname } = new URL(location, target);
  if (!/^https?:$/.test(protocol)) return `an address that begins with ${protocol.slice(0, MOST_CHARACTERS)}`;
  return shortened(`${protocol}//${host}${pathname}`);
}

function shortened(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

export type Sent = {
  call: ApiCall;
  path: string;
  /** An array is sent as a parameter for each of its items. */
  query?: Record<string, string | number | readonly string[] | undefined>;
  headers?: Record<string, string | undefined>;
  /** JSON text, or lines of it. Bytes have a content type among the headers, and a form makes its own. */
  body?: string | Uint8Array<ArrayBuffer> | FormData | undefined;
  signal?: AbortSignal | undefined;
};

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Makes the result of a call. */
type Reader<T> = (answer: Answer, call: ApiCall) => T;

/** The longest has 100 faults of a body. */
const MOST_ERROR_BYTES = 1024 * 1024;

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
        if (mayBeDone && sent.call.method === 'DELETE' && isGone(error)) return {} as T;
        if (!isRetryable(error)) throw error;
        mayBeDone ||= !isApiError(error, 'RATE_LIMITED');
        if (!(await retries.pause(error instanceof ApiError ? error.retryAfterMs : undefined))) throw error;
      }
    }
  }

  async #sendOnce<T>(sent: Sent, read: Reader<T>): Promise<T> {
    const { attemptMs: ms } = this.#options.retries;
    const limit = new SilenceLimit({ ms, lack: 'no whole answer came within' }, sent.signal);
    try {
      return read(await limit.during(this.#answerTo(sent, limit.signal)), sent.call);
    } catch (error) {
      throw this.#named(error, sent);
    } finally {
      limit.end();
    }
  }

  async #answerTo(sent: Sent, signal: AbortSignal): Promise<Answer> {
    const response = await this.#open(sent, signal);
    const { status, headers } = response;
    const { mostBytes, isBytes = false } = sent.call;
    const reading = isBytes ? bytesOf(response, mostBytes) : textOf(response, mostBytes);
    const body = await answered<string | Uint8Array<ArrayBuffer>>(sent.signal, reading);
    const [text, bytes] = typeof body === 'string' ? [body, new Uint8Array()] : ['', body];
    return { text, bytes, status, headers };
  }

  /** The lines of one answer, each as JSON, as they come. Raises `NoAnswerError` for one that is cut off. */
  async *lines<T>(sent: Sent): AsyncGenerator<T> {
    const { attemptMs: ms } = this.#options.retries;
    const silence = new SilenceLimit({ ms, lack: 'nothing came for' }, sent.signal);
    try {
      const headers = { 'Content-Type': 'application/x-ndjson' };
      const response = await silence.during(this.#open({ ...sent, headers }, silence.signal));
      const wait = <U>(work: Promise<U>) => answered(sent.signal, silence.during(work));
      for await (const text of linesOf(response, wait)) {
        sent.signal?.throwIfAborted();
        yield jsonOf({ text, status: response.status }, sent.call) as T;
      }
    } catch (error) {
      throw this.#named(error, sent);
    } finally {
      silence.end();
    }
  }

  /** With the address that was asked, without what may be secret in it: user, password, query. */
  #named(error: unknown, { call, path }: Sent): unknown {
    if (!(error instanceof NoAnswerError)) return error;
    const { message, status, cause } = error;
    const asked = shortened(`${this.#base.replace(/\/\/[^/?#]*@/, '//')}${path}`);
    const named = `${message} (${call.method} ${asked})`;
    return new NoAnswerError(named, { ...(status !== undefined && { status }), ...(cause !== undefined && { cause }) });
  }

  get #base(): string {
    return this.#options.url.replace(/\/+$/, '');
  }

  /** What the answer is in the place of success. A redirect is not followed: the key would go elsewhere. */
  async #failureOf(
    response: Response,
    { call, target, own }: { call: ApiCall; target: string; own: AbortSignal | undefined },
  ): Promise<ApiError | NoAnswerError | undefined> {
    const { ok, status } = response;
    if (ok && call.statuses.includes(status) && !response.redirected) return undefined;
    if (!ok && !isRedirect(response))
      return refusalOf(response, await answered(own, textOf(response, MOST_ERROR_BYTES)));
    leave(response.body);
    return isRedirect(response) ? redirectError(response, target) : foreign(status, 'not the status of this call');
  }

  /** One attempt. The body of the answer is still to be read; `signal` ends that, too. */
  async #open(
    { call, path, query = {}, headers = {}, body, signal: own }: Sent,
    signal: AbortSignal,
  ): Promise<Response> {
    const { apiKey, fetch } = this.#options;
    const init = {
      method: call.method,
      headers: {
        'X-API-Key': apiKey,
        ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
        ...Object.fromEntries(given(headers)),
      },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal,
    } as const;
    // From `fetch`, its error for what no header can hold would look like a lost answer.
    new Headers(init.headers);
    const parameters = new URLSearchParams(given(query)).toString();
    const target = `${this.#base}${path}${parameters && `?${parameters}`}`;
    const response = await answered(own, fetch(target, init));
    const failure = await this.#failureOf(response, { call, target, own });
    this.#hasAnswered ||= !failure || (failure instanceof ApiError && !isRetryable(failure));
    if (failure) throw failure;
    return response;
  }
}

/** Raises what the caller's signal gives, or `NoAnswerError`. */
export async function answered<T>(signal: AbortSignal | undefined, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (cause instanceof NoAnswerError) throw cause;
    throw new NoAnswerError('no whole answer came', { cause });
  }
}

function given(values: Record<string, string | number | readonly string[] | undefined>): [string, string][] {
  return Object.entries(values).flatMap(([name, value]) =>
    (value === undefined ? [] : [value].flat()).map((each): [string, string] => [name, String(each)]),
  );
}

function isGone(error: unknown): boolean {
  return isApiError(error, 'DOCUMENT_NOT_FOUND') || isApiError(error, 'FOLDER_NOT_FOUND');
}
