/** The attacker in a process of its own: who measures must not share its event loop. */
import { answerParent } from '../bench/support/answer-parent.js';
import type { AttackTarget } from './support/attacks.js';
import { Attacker, type AttackerOptions } from './attacker.js';

export type AttackerOrder = { begin: AttackTarget; options: AttackerOptions } | { end: true };

let attacker: Attacker | undefined;

answerParent(async (order: AttackerOrder) => {
  if ('end' in order) return attacker?.stop();
  attacker = new Attacker(order.begin, order.options);
  return undefined;
});
