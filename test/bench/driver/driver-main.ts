/** The load driver, in a process of its own: it must not share the event loop of the service that it measures. */
import { answerParent } from '../support/answer-parent.js';
import { ClosedLoop, type Prepared } from './closed-loop.js';
import type { LoadOrder } from './load.js';

const loop = new ClosedLoop();
const plans = new Map<number, Prepared>();

answerParent(async (order: LoadOrder) => {
  if ('forget' in order) return plans.clear();
  if ('learn' in order) {
    const { bodies, ...plan } = order.learn;
    return void plans.set(order.as, { ...plan, bodies: bodies.map((body) => Buffer.from(body)) });
  }
  const plan = plans.get(order.run);
  if (!plan) throw new Error(`there is no plan ${order.run}`);
  return loop.run(plan, order.how);
});
