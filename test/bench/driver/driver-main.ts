/** The load driver, in a process of its own: it must not share the event loop of the service that it measures. */
import { answerParent } from '../support/answer-parent.js';
import { ClosedLoop, type Prepared } from './closed-loop.js';
import type { LoadOrder } from './load.js';
import { OpenLoop } from './open-loop.js';

const loop = new ClosedLoop();
const plans = new Map<number, Prepared>();

answerParent(async (order: LoadOrder) => {
  if ('forget' in order) return plans.clear();
  if ('learn' in order) {
    const { bodies, ...plan } = order.learn;
    return void plans.set(order.as, { ...plan, bodies: bodies.map((body) => Buffer.from(body)) });
  }
  const number = 'open' in order ? order.open : order.run;
  const plan = plans.get(number);
  if (!plan) throw new Error(`there is no plan ${number}`);
  return 'open' in order ? new OpenLoop(plan, order.how).run() : loop.run(plan, order.how);
});
