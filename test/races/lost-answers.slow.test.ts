// Slow: loses answers at each step of each operation, and waits out a write deadline each time.
import { expect } from 'chai';
import { expectError } from '../http/client.js';
import { isThorough } from '../support/rounds.js';
import { expectRepeat, failing, KINDS, OPERATIONS, stepsOf } from './lost-answers.js';
import type { ReplicaCallers } from './support.js';
import { describeTwoReplicas } from './two-replicas.js';

/** How the answers are lost, and whether the calls land before or after the repeat. */
const LOSSES = KINDS.flatMap((kind) => (['before', 'after'] as const).map((landing) => ({ kind, landing })));

/** Each kind at each step, landing before the repeat at every other step and after it at those between; or all. */
function lossesAt(n: number): typeof LOSSES {
  return LOSSES.filter((_, i) => isThorough || (i + Math.floor(i / 2) + n) % 2 === 0);
}

describeTwoReplicas('answers that are all lost', 250, (replicas) => {
  let callers: ReplicaCallers;
  before(async () => {
    callers = await replicas().callers();
  });

  const steps = Object.entries(OPERATIONS).flatMap(([name, operation]) =>
    stepsOf(operation).map((at) => ({ name, operation, ...at })),
  );
  for (const [n, { name, operation, step, ...at }] of steps.entries()) {
    it(`to the ${step} of ${name} leave it to a repeat to happen, once`, async () => {
      for (const { kind, landing } of lossesAt(n)) {
        const attempt = await operation.prepare(callers);
        await failing(replicas().faults, { ...at, kind }, async () => {
          const answer = await attempt.send(0);
          if (at.call !== 'bumpEpoch' && kind !== 'lost') expectError(answer, 'UNAVAILABLE');
          else expect(answer.status, answer.text).to.be.oneOf([operation.success, 503]);
        });
        if (landing === 'before') await replicas().faults.land();
        await expectRepeat(attempt, operation, 1);
        await attempt.expectOnce();
        await replicas().faults.land();
        await attempt.expectOnce();
        await expectRepeat(attempt, operation, 0);
        await attempt.expectOnce();
      }
    });
  }
});
