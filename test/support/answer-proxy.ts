import { HttpProxy, type HttpProxyAnswer } from './http-proxy.js';

export type ProxiedRequest = { method: string; path: string };
export type ProxiedAnswer = { status: number; body: Record<string, unknown> };

/**
 * What becomes of the answer that a server has given: undefined leaves it, `lost` cuts the connection in its place.
 * The server has done what it was asked in any case.
 */
export type Alter = (request: ProxiedRequest, answer: ProxiedAnswer) => Altered | Promise<Altered>;
type Altered = ProxiedAnswer | 'lost' | undefined;

export type AnswerProxy = {
  url: string;
  /** All that came since the start or the last `alter`, in order. */
  seen: ProxiedRequest[];
  alter(change: Alter): void;
  close(): Promise<void>;
};

/** A server on loopback that hands every request on to a real one, and alters its JSON answers. */
export async function startAnswerProxy(target: string): Promise<AnswerProxy> {
  let change: Alter = () => undefined;
  const seen: ProxiedRequest[] = [];
  const proxy = await HttpProxy.start(target, async (exchange) => {
    const { method, path } = exchange.request;
    seen.push({ method, path });
    const given = readJson(await exchange.forward());
    const altered = (await change({ method, path }, given)) ?? given;
    if (altered === 'lost') exchange.reset();
    else exchange.answer(writeJson(altered));
  });
  return {
    url: proxy.url,
    seen,
    alter: (next) => {
      change = next;
      seen.length = 0;
    },
    close: () => proxy.close(),
  };
}

function readJson({ status, body }: HttpProxyAnswer): ProxiedAnswer {
  return { status, body: JSON.parse(body.toString()) as Record<string, unknown> };
}

function writeJson({ status, body }: ProxiedAnswer): HttpProxyAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(body)) };
}
