import { expect } from 'chai';
import { UnavailableError } from '../../src/domain/errors.js';

export async function expectUnavailable(call: Promise<unknown>, message: string | RegExp = /./): Promise<void> {
  const outcome = await call.then(
    () => 'no error',
    (error: unknown) => error,
  );
  expect(outcome).to.be.instanceOf(UnavailableError);
  expect((outcome as Error).message).to.match(new RegExp(message));
}
