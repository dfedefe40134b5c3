import { expect } from 'chai';
import { expectStatus, header, type Answer, type ErrorBody } from '../http/client.js';

export interface Fault {
  path: string;
  message: string;
}

/** UTC with milliseconds. */
export const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Holds an answer against the one error shape and gives back its details. */
export function expectError(answer: Answer, status: number, code: string): Record<string, unknown> {
  const { error } = expectStatus(answer as Answer<ErrorBody>, status);
  expect(answer.body).to.have.all.keys('error');
  expect(error).to.have.all.keys('code', 'message', 'details');
  expect(error.code, answer.text).to.equal(code);
  expect(error.message).to.be.a('string').and.not.equal('');
  expect(error.details).to.be.an('object');
  return error.details;
}

/** Holds an answer against the shape of a validation error and gives back its faults. */
export function expectInvalid(answer: Answer): Fault[] {
  const { errors } = expectError(answer, 400, 'VALIDATION_ERROR') as { errors: Fault[] };
  expect(errors).to.be.an('array').and.not.empty;
  for (const fault of errors) {
    expect(fault.path).to.be.a('string');
    expect(fault.message).to.be.a('string').and.not.equal('');
  }
  return errors;
}

export function expectInvalidAt(answer: Answer, path: string): void {
  expect(expectInvalid(answer).map((fault) => fault.path)).to.include(path);
}

/** The three headers of the rate limit, as numbers. */
export function expectRateHeaders(answer: Answer): { limit: number; remaining: number; reset: number } {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) => {
    const value = header(answer, `X-RateLimit-${name}`);
    expect(value, name).to.match(/^\d+$/);
    return Number(value);
  }) as [number, number, number];
  expect(limit).to.be.at.least(1);
  expect(remaining).to.be.below(limit + 1);
  return { limit, remaining, reset };
}
