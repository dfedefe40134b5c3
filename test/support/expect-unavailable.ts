import { expect } from 'chai';
import { UnavailableError } from '../../src/domain/errors.js';

/** Raises unless the call fails because of an outage whose message says what is expected: any outage will not do. */
export async function expectUnavailable(call: Promise<unknown>, message: string | RegExp): Promise<void> {
  const outcome = await call.then(
    () => 'no error',
    (error: unknown) => error,
  );
  expect(outcome).to.be.instanceOf(UnavailableError);
  expect((outcome as Error).message).to.match(new RegExp(message));
}
