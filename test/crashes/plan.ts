import { nameOf, STEPS, type CrashPoint, type CrashOperation, type Step } from '../support/fleet/steps.js';
import { MIXED_LOAD, type WorkloadOperation } from '../support/load/operations.js';
import type { SeededRandom } from '../support/oracle/seeded-random.js';
import type { TestStorage } from '../support/modes.js';

/** What one round is: where a process dies, and perhaps where the one that takes its place does. */
export type RoundPlan = {
  points: readonly [CrashPoint, ...CrashPoint[]];
  weights: Readonly<Record<WorkloadOperation, number>>;
};

/** In this share of the rounds the process that is started again dies, too. */
const SECOND_SHARE = 0.2;
/** How often the process may pass the step before it dies there: what is rare is not waited for long. */
const MOST_BEFORE: Readonly<Partial<Record<CrashOperation, number>>> = {
  cleaning: 4,
  delete: 2,
  'put by key': 2,
  'keyed put by key': 2,
  'delete by key': 2,
  help: 2,
  folder: 3,
  'keyed folder': 3,
};
const MOST_BEFORE_OTHERS = 6;
/** What leaves a slot ahead of its head, for the next writer to help. */
const CLAIMED: Step = { operation: 'push', call: 'store.create', moment: 'after' };

/** Every step in turn, in an order of the seed's; few rounds get steps that differ in more than the moment. */
export function planRounds(mode: TestStorage['mode'], rounds: number, random: SeededRandom): RoundPlan[] {
  const plans: RoundPlan[] = [];
  while (plans.length < rounds) {
    const steps = spread(random.shuffled(STEPS));
    plans.push(...steps.slice(0, rounds - plans.length).map((step) => planRound(mode, step, random)));
  }
  return plans;
}

function planRound(mode: TestStorage['mode'], step: Step, random: SeededRandom): RoundPlan {
  const point = pointAt(step, random);
  if (!isUsual(mode, step)) {
    const points = [pointAt(CLAIMED, random), { ...point, nth: 1 }] as const;
    return { points, weights: weightsFor(['push', step.operation]) };
  }
  const second = random.chance(SECOND_SHARE) ? [pointAt(random.pick(usualSteps(mode)), random)] : [];
  const operations = [point, ...second].map(({ operation }) => operation);
  return { points: [point, ...second], weights: weightsFor(operations) };
}

/**
 * Where all writers are in one process nobody is overtaken, and it keeps the summaries of all that it wrote: only a
 * crash leaves something to help with, or to look at.
 */
function isUsual(mode: TestStorage['mode'], { operation, call }: Step): boolean {
  return mode === 'cluster' || (operation !== 'help' && call !== 'index.readSummaries');
}

function pointAt(step: Step, random: SeededRandom): CrashPoint {
  return { ...step, nth: 1 + random.below(MOST_BEFORE[step.operation] ?? MOST_BEFORE_OTHERS) };
}

function usualSteps(mode: TestStorage['mode']): Step[] {
  return STEPS.filter((step) => step.operation !== 'help' && isUsual(mode, step));
}

/** First one step of each call, then the others. */
function spread(steps: readonly Step[]): Step[] {
  const seen = new Set<string>();
  const isFirst = (step: Step) => {
    const name = nameOf({ ...step, moment: 'after' });
    return !seen.has(name) && seen.add(name).has(name);
  };
  const first = steps.filter(isFirst);
  return [...first, ...steps.filter((step) => !first.includes(step))];
}

/** The mixed load, with more of what comes to the steps. */
function weightsFor(operations: readonly CrashOperation[]): Record<WorkloadOperation, number> {
  const weights = { ...MIXED_LOAD };
  for (const operation of operations) {
    if (operation === 'help') weights.push += 20;
    else if (operation === 'cleaning' || operation === 'delete') {
      weights.delete += 4;
      weights.create += 5;
    } else weights[operation] += 12;
    // Only the first PUT after a delete makes a document.
    if (operation.endsWith('put by key')) weights['delete by key'] += 6;
  }
  return weights;
}
