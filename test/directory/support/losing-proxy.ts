import { HttpProxy, type Exchange } from '../../support/http-proxy.js';
import type { SeededRandom } from '../../support/oracle/seeded-random.js';

export type LosingProxy = { url: string; answers: number; lost: number; close(): Promise<void> };

/** Of the answers to requests that were not lost before, so that about a third of all answers is lost. */
const LOST_SHARE = 0.5;
/** Of the lost answers: the first half arrives. */
const TORN_SHARE = 0.5;

/** Hands every request on, and loses answers; never twice that to the same request, so that repeats come to an end. */
export async function startLosingProxy(target: string, random: SeededRandom): Promise<LosingProxy> {
  const known = new Set<string>();
  const counts = { answers: 0, lost: 0 };
  const proxy = await HttpProxy.start(target, async (exchange) => {
    const answer = await exchange.forward();
    counts.answers += 1;
    if (known.has(nameOf(exchange)) || !random.chance(LOST_SHARE)) return exchange.answer(answer);
    known.add(nameOf(exchange));
    counts.lost += 1;
    if (random.chance(TORN_SHARE)) await exchange.begin(answer);
    exchange.reset();
  });
  return Object.assign(counts, { url: proxy.url, close: () => proxy.close() });
}

function nameOf({ request: { method, path, body } }: Exchange): string {
  return `${method} ${path} ${body.toString()}`;
}
