import { createClient, type Client, type RetryPolicy } from '../../src/client/client.js';

export type Asked = { method: string; path: string; headers: Record<string, string>; body: string };
/** An Error: the answer is lost. Silence: it never comes. */
export type Reply = Response | Error | 'silence';

/** A client, and a service that gives one reply after the other; the last one for ever. */
export function fakeService(
  replies: readonly (Reply | ((asked: Asked) => Reply | Promise<Reply>))[],
  retries: Partial<RetryPolicy> = {},
): { client: Client; asked: Asked[] } {
  const asked: Asked[] = [];
  const client = createClient({
    url: 'http://fake/',
    apiKey: 'key',
    retries: { pauseMs: 1, ...retries },
    fetch: async (url, { method = 'GET', headers, body, signal }) => {
      signal?.throwIfAborted();
      const text = typeof body === 'string' ? body : '';
      const request = { method, path: url.replace('http://fake', ''), headers: { ...(headers as object) }, body: text };
      asked.push(request);
      const reply = replies[Math.min(asked.length, replies.length) - 1]!;
      const answer = typeof reply === 'function' ? await reply(request) : reply;
      if (answer instanceof Error) throw answer;
      if (answer === 'silence') return untilAborted(signal);
      return answer.clone();
    },
  });
  return { client, asked };
}

function untilAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

export function lost(): Error {
  return new TypeError('fetch failed');
}

export function ok(body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { headers });
}

/** Of a write that makes something. */
export function made(body: object = {}): Response {
  return Response.json({ id: 'a', version: 1, path: '/a', block_count: 0, ...body }, { status: 201 });
}

export const DOCUMENT_ANSWER = { id: 'a', blocks: [] };
export const LIMITS_ANSWER = { plan: 'free', requests: {} };

export function refusal(status: number, code: string, headers: Record<string, string> = {}, details = {}): Response {
  return Response.json({ error: { code, message: 'No.', details } }, { status, headers });
}

export function answerLines(...answers: object[]): Response {
  return new Response(answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
}
