/** The tormentor in a process of its own: who measures must not share its event loop. */
import { answerParent } from '../bench/support/answer-parent.js';
import type { Battlefield } from './support/attacks.js';
import { Tormentor, type TormentOptions } from './tormentor.js';

export type TormentOrder = { begin: Battlefield; options: TormentOptions } | { end: true };

let tormentor: Tormentor | undefined;

answerParent(async (order: TormentOrder) => {
  if ('end' in order) return tormentor?.stop();
  tormentor = new Tormentor(order.begin, order.options);
  return undefined;
});
