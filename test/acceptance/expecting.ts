import { expect } from 'chai';

import type { AcceptanceAnswer } from './client.js';
import type { ErrorBody } from './shapes.js';

export interface Fault {
  path: string;
  message: string;
}

/** UTC with milliseconds. */
export const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export function expectStatus<T>(answer: AcceptanceAnswer<T>, status: number): T {
  expect(answer.status, answer.text.slice(0, 1_000)).to.equal(status);
  return answer.body;
}

/** Holds an answer against the one error shape and gives back its details. */
export function expectError(answer: AcceptanceAnswer<unknown>, status: number, code: string): Record<string, unknown> {
  const { error } = expectStatus(answer as AcceptanceAnswer<ErrorBody>, status);
  expect(answer.body).to.have.all.keys('error');
  expect(error).to.have.all.keys('code', 'message', 'details');
  expect(error.code, answer.text).to.equal(code);
  expect(error.message).to.be.a('string').and.not.equal('');
  expect(error.details).to.be.an('object');
  return error.details;
}

/** Holds an answer against the shape of a validation error and gives back its faults. */
export function expectInvalid(answer: AcceptanceAnswer<unknown>): Fault[] {
  const { errors } = expectError(answer, 400, 'VALIDATION_ERROR') as { errors: Fault[] };
  expect(errors).to.be.an('array').and.not.empty;
  for (const fault of errors) {
    expect(fault.path).to.be.a('string');
    expect(fault.message).to.be.a('string').and.not.equal('');
  }
  return errors;
}

export function expectInvalidAt(answer: AcceptanceAnswer<unknown>, path: string): void {
  expect(expectInvalid(answer).map((fault) => fault.path)).to.include(path);
}

export function header(answer: AcceptanceAnswer<unknown>, name: string): string {
  const value = answer.headers.get(name);
  expect(value, `header ${name}`).to.be.a('string');
  return value as string;
}

/** The three headers of the rate limit, as numbers. */
export function expectRateHeaders(answer: AcceptanceAnswer<unknown>): {
  limit: number;
  remaining: number;
  reset: number;
} {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) => {
    const value = header(answer, `X-RateLimit-${name}`);
    expect(value, name).to.match(/^\d+$/);
    return Number(value);
  }) as [number, number, number];
  expect(limit).to.be.at.least(1);
  expect(remaining).to.be.below(limit + 1);
  return { limit, remaining, reset };
}
