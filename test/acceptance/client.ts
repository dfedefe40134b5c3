import { baseUrl } from './target.js';

export interface AcceptanceAnswer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON of the body, undefined where the answer is not JSON. */
  readonly body: T;
}

export type HeaderFields = Record<string, string>;

export interface AcceptanceSending {
  readonly headers?: HeaderFields;
  /** Sent as it is; `post` and `postText` build on it. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

export interface AcceptanceClient {
  send<T>(method: string, path: string, sending?: AcceptanceSending): Promise<AcceptanceAnswer<T>>;
  get<T>(path: string, headers?: HeaderFields): Promise<AcceptanceAnswer<T>>;
  /** Sends `value` as JSON; no body at all where it is undefined. */
  post<T>(path: string, value?: unknown, headers?: HeaderFields): Promise<AcceptanceAnswer<T>>;
  /** Sends a text that claims to be JSON. */
  postText<T>(path: string, text: string): Promise<AcceptanceAnswer<T>>;
  put<T>(path: string, value: unknown, headers?: HeaderFields): Promise<AcceptanceAnswer<T>>;
  patch<T>(path: string, value: unknown, headers?: HeaderFields): Promise<AcceptanceAnswer<T>>;
  delete<T>(path: string, headers?: HeaderFields): Promise<AcceptanceAnswer<T>>;
  /** The key, for requests that are written by hand. */
  readonly key: HeaderFields;
}

const json = { 'Content-Type': 'application/json' };

async function read<T>(response: Response): Promise<AcceptanceAnswer<T>> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
  const body = (isJson ? JSON.parse(text) : undefined) as T;
  return { status: response.status, headers: response.headers, text, body };
}

/** A caller with this key, or with none. */
export function makeClient(apiKey?: string): AcceptanceClient {
  const key: HeaderFields = apiKey === undefined ? {} : { 'X-API-Key': apiKey };

  async function send<T>(method: string, path: string, sending: AcceptanceSending = {}): Promise<AcceptanceAnswer<T>> {
    const headers = { ...key, ...sending.headers };
    const body = sending.body === undefined ? {} : { body: sending.body };
    return read<T>(await fetch(baseUrl() + path, { method, headers, redirect: 'manual', ...body }));
  }

  return {
    key,
    send,
    get: (path, headers = {}) => send('GET', path, { headers }),
    post: (path, value, headers = {}) =>
      value === undefined
        ? send('POST', path, { headers })
        : send('POST', path, { headers: { ...json, ...headers }, body: JSON.stringify(value) }),
    postText: (path, text) => send('POST', path, { headers: json, body: text }),
    put: (path, value, headers = {}) =>
      send('PUT', path, { headers: { ...json, ...headers }, body: JSON.stringify(value) }),
    patch: (path, value, headers = {}) =>
      send('PATCH', path, { headers: { ...json, ...headers }, body: JSON.stringify(value) }),
    delete: (path, headers = {}) => send('DELETE', path, { headers }),
  };
}
