import { setTimeout as delay } from 'node:timers/promises';
import { HttpProxy } from './http-proxy.js';

/** In front of a server that is far away or busy: each request arrives after `latencyMs()`. */
export function startSlowProxy(target: string, latencyMs: () => number): Promise<HttpProxy> {
  return HttpProxy.start(target, async (exchange) => {
    await delay(latencyMs());
    exchange.answer(await exchange.forward());
  });
}
