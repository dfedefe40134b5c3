import { expect } from 'chai';
import { expectError, expectStatus, header, type Answer } from '../http/client.js';
import { makeReadable, OPERATIONS, type Attempt, type FaultedOperation } from './operations.js';
import { callerOf, type FaultInjectedService } from './fault-injected-service.js';

/** Several times the longest deadline of a service under test: a machine with much other work to do keeps it. */
const ANSWERED_WITHIN_MS = 20_000;

/** One fault, and what becomes of every operation that begins while it lasts. */
export type RoundFault = {
  title: string;
  strike(service: FaultInjectedService): unknown;
  /** What healing the service does not undo. */
  undo?(): unknown;
  /** The others are 503, outcome unknown. */
  succeeds(operation: FaultedOperation, name: string): boolean;
  /** What readiness says is missing; undefined: it is not asked. */
  missing?: 'index' | 'object store';
};

type Outcome = { attempt: Attempt; answer: Answer; tookMs: number };

/**
 * One round: all operations at the same moment while the fault lasts; then the fault goes, nobody tells the service,
 * and what was answered is checked.
 */
export function describeFault(service: () => FaultInjectedService, fault: RoundFault): void {
  describe(fault.title, () => {
    const outcomes = new Map<string, Outcome>();
    let healed = false;

    before(async () => {
      const attempts = await prepareAll(service());
      await fault.strike(service());
      const told = fault.missing === undefined ? undefined : service().untilMissing(fault.missing);
      await Promise.all(
        attempts.map(async ([name, attempt]) => {
          outcomes.set(name, { attempt, ...(await timed(attempt)) });
        }),
      );
      await told;
      await heal(service(), fault);
      healed = true;
    });
    after(() => (healed ? undefined : heal(service(), fault)));

    for (const [name, operation] of Object.entries(OPERATIONS)) {
      const succeeds = fault.succeeds(operation, name);
      it(`${name} ${succeeds ? 'succeeds' : 'is unavailable'} in time, and all is as it was answered`, async () => {
        const { attempt, answer, tookMs } = outcomes.get(name) as Outcome;
        if (succeeds) expectStatus(answer, operation.success);
        else expectUnavailable(answer);
        expect(tookMs, 'milliseconds').to.be.below(ANSWERED_WITHIN_MS);
        await attempt.check(answer);
      });
    }
    if (fault.missing !== undefined) {
      it(`readiness names the ${fault.missing}, and nothing when it is back`, async () => {
        expect(healed).to.equal(true);
        await service().untilMissing();
      });
    }
  });
}

async function heal(service: FaultInjectedService, { undo }: RoundFault): Promise<void> {
  await undo?.();
  await service.heal();
}

async function prepareAll(service: FaultInjectedService): Promise<[string, Attempt][]> {
  const caller = await callerOf(service);
  const readable = await makeReadable(caller);
  return Promise.all(
    Object.entries(OPERATIONS).map(async ([name, operation]): Promise<[string, Attempt]> => [
      name,
      await operation.prepare(caller, readable),
    ]),
  );
}

async function timed(attempt: Attempt): Promise<{ answer: Answer; tookMs: number }> {
  const began = performance.now();
  const answer = await attempt.send();
  return { answer, tookMs: performance.now() - began };
}

/** The one error shape, with when to come again, and not a word of what is behind. */
export function expectUnavailable(answer: Answer): void {
  expect(expectError(answer, 'UNAVAILABLE')).to.deep.equal({});
  expect(Number(header(answer, 'Retry-After'))).to.be.at.least(1);
  expect(answer.text + JSON.stringify(answer.headers)).not.to.match(/secret|127\.0\.0\.1:|ECONN|OpenSearch|S3 |Redis/);
}
