import { Agent } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { checkAnswer } from '../../http/check-answer.js';
import { describedAt, type Description } from '../../http/description.js';
import { exchange, type Received } from '../../http/exchange.js';
import { DOCUMENTS } from './worker-context.js';
import { clip } from '../oracle/contents.js';

export type ClientCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Text is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
};

export type CallAnswer = Received & { body: unknown };

/** Where requests can go at the moment. */
export type Addresses = {
  /** One of them; waits until there is one. */
  any(): Promise<string>;
  /** Of every process that listens. */
  all(): readonly string[];
};

/** Counted over all callers of a run. `unavailable`: answered with 503; `cut`: not answered at all. */
export type CallTraffic = { answered: number; unavailable: number; cut: number };

/** A minute, and what is rounded up. */
const LONGEST_WINDOW_S = 62;

let described: Promise<Description> | undefined;
const agent = new Agent({ keepAlive: true });

/**
 * Sends requests with one key to whichever process is there. Every answer is checked against the service's own
 * description; `blame` hears what is wrong with it.
 */
export class Caller {
  readonly addresses: Addresses;
  readonly #key: string;
  readonly #traffic: CallTraffic;
  readonly #blame: (fault: string) => void;

  constructor(addresses: Addresses, key: string, to: { traffic: CallTraffic; blame: (fault: string) => void }) {
    this.addresses = addresses;
    this.#key = key;
    this.#traffic = to.traffic;
    this.#blame = to.blame;
  }

  /** Undefined where nothing is known of what became of the request: no answer, or 503. */
  async send(call: ClientCall, url?: string): Promise<CallAnswer | undefined> {
    const received = await this.#exchange(call, url ?? (await this.addresses.any()));
    if (!received) this.#traffic.cut++;
    else if (received.status === 503) this.#traffic.unavailable++;
    else this.#traffic.answered++;
    if (!received || received.status === 503) return undefined;
    return { ...received, body: isJson(received) ? (JSON.parse(received.text) as unknown) : undefined };
  }

  /** Asks again, at any process, until there is an answer. Gives an Error when there is none in time. */
  async insist(call: ClientCall, at: { url?: string; forMs: number }): Promise<CallAnswer> {
    const giveUpAt = performance.now() + at.forMs;
    for (;;) {
      const answer = await this.send(call, at.url);
      if (answer) return answer;
      if (performance.now() > giveUpAt)
        throw new Error(`no answer within ${at.forMs} ms to ${call.method} ${call.path}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Says so where an answer is none that there can be. */
  unexpected(call: ClientCall, answer: CallAnswer): void {
    this.#blame(`${call.method} ${call.path} was answered ${answer.status}: ${clip(answer.text)}`);
  }

  /** Says so where a repeat was answered otherwise than the first one. */
  expectSame(call: ClientCall, first: unknown, repeat: unknown): void {
    if (isDeepStrictEqual(first, repeat)) return;
    const [was, is] = [first, repeat].map((each) => clip(JSON.stringify(each)));
    this.#blame(`${call.method} ${call.path} was answered ${was}, and its repeat ${is}`);
  }

  async #exchange({ method, path, body, headers }: ClientCall, url: string): Promise<Received | undefined> {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const length =
      text === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
    const sent = { method, path, body: text, headers: { 'X-API-Key': this.#key, ...length, ...headers } };
    // Of whichever is asked first: the description is the same for all of them.
    described ??= describedAt(url).catch((error: unknown) => {
      described = undefined;
      throw error;
    });
    try {
      const received = await exchange(url, sent, agent);
      this.#check(await described, sent, received);
      return received;
    } catch (error) {
      if (error instanceof Error && 'code' in error) return undefined;
      throw error;
    }
  }

  #check(description: Description, sent: Parameters<typeof exchange>[1], received: Received): void {
    const aheadS = Number(received.headers['x-ratelimit-reset'] ?? 0) - Date.now() / 1000;
    if (aheadS > LONGEST_WINDOW_S) this.#blame(`${sent.method} ${sent.path}: the minute's window ends in ${aheadS} s`);
    // With neither counters nor index nobody knows the month's count, which else every create's answer has.
    const isPost = sent.method === 'POST' && sent.path.split('?')[0] === DOCUMENTS;
    const isCreate = isPost || (sent.method === 'PUT' && received.status === 201);
    if (isCreate && received.headers['x-quota-used'] === undefined) return;
    try {
      checkAnswer(description, sent, received);
    } catch (error) {
      this.#blame(`${sent.method} ${sent.path}: ${(error as Error).message}`);
    }
  }
}

function isJson({ headers, text }: Received): boolean {
  return text !== '' && (headers['content-type'] ?? '').includes('json');
}
