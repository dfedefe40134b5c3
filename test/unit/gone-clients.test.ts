import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { AnswerBudget } from '../../src/http/limits/answer-budget.js';

const BODY = 1_000;
const TOTAL = 4 * BODY;

/** The answer of a client that has left: it has told of its end already. */
const gone = (): ServerResponse => Object.assign(new EventEmitter(), { closed: true }) as unknown as ServerResponse;
const answer = (): ServerResponse => new EventEmitter() as unknown as ServerResponse;

describe('clients that have left', () => {
  it('hold no bytes of answers that are made after that', () => {
    const budget = new AnswerBudget(TOTAL);
    for (let n = 0; n < 100; n++) expect(() => budget.open({ owner: 'alice' }, gone()).raiseTo(BODY)).to.throw();
    for (let n = 0; n < 4; n++) budget.open({ owner: `owner ${n}` }, answer()).raiseTo(BODY);
    expect(() => budget.open({ owner: 'alice' }, answer()).raiseTo(BODY)).to.throw();
  });
});
