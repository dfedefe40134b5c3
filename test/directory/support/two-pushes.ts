import { HttpProxy } from '../../support/http-proxy.js';

/** As `--concurrency` is by default. */
const BULKS_AT_ONCE = 4;

/** Holds bulk requests back until those of two pushes are there: both have listed before either writes. */
export async function startMeetingPlace(target: string): Promise<HttpProxy> {
  let waiting = 2 * BULKS_AT_ONCE;
  let meet: () => void = () => undefined;
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  return HttpProxy.start(target, async (exchange) => {
    if (exchange.request.path === '/v1/bulk') {
      waiting -= 1;
      if (waiting === 0) meet();
      await met;
    }
    exchange.answer(await exchange.forward());
  });
}
