import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { UnavailableError } from '../../src/domain/errors.js';
import { AnswerBudget, type Recipient } from '../../src/http/limits/answer-budget.js';

const TOTAL = 800;
const QUARTER = TOTAL / 4;

describe('AnswerBudget', () => {
  let budget: AnswerBudget;
  beforeEach(() => {
    budget = new AnswerBudget(TOTAL);
  });

  /** Ends the answer when called; undefined: there was no room. */
  const take = (recipient: Recipient, bytes: number): (() => void) | undefined => {
    const answer = new EventEmitter();
    try {
      const share = budget.open(recipient, answer as ServerResponse);
      share.raiseTo(bytes);
      share.endWork();
    } catch (error) {
      expect(error).to.be.instanceOf(UnavailableError);
      return undefined;
    }
    return () => answer.emit('close');
  };
  const alice = { owner: 'alice' };

  it('has a quarter for one owner, until an answer has ended', () => {
    const end = take(alice, QUARTER);
    expect(end).not.to.equal(undefined);
    expect(take(alice, 1)).to.equal(undefined);
    expect(take({ owner: 'bob' }, QUARTER)).not.to.equal(undefined);
    end?.();
    expect(take(alice, QUARTER)).not.to.equal(undefined);
  });

  it('has a quarter for one address, and half for all of them, whatever owners have', () => {
    expect(take({ address: '192.0.2.1' }, QUARTER)).not.to.equal(undefined);
    expect(take({ address: '192.0.2.1' }, 1)).to.equal(undefined);
    expect(take({ address: '192.0.2.2' }, QUARTER)).not.to.equal(undefined);
    expect(take({ address: '192.0.2.3' }, 1)).to.equal(undefined);
    for (const owner of ['alice', 'bob']) expect(take({ owner }, QUARTER), owner).not.to.equal(undefined);
    expect(take({ owner: 'carol' }, 1)).to.equal(undefined);
  });

  it('does not take an address for an owner of the same name', () => {
    take({ owner: 'x' }, QUARTER);
    expect(take({ address: 'x' }, QUARTER)).not.to.equal(undefined);
  });

  it('counts the most that an answer was said to take', () => {
    const answer = new EventEmitter();
    const share = budget.open(alice, answer as ServerResponse);
    for (const bytes of [QUARTER / 2, QUARTER / 4, QUARTER - 10]) share.raiseTo(bytes);
    expect(take(alice, 10)).not.to.equal(undefined);
    expect(() => share.raiseTo(QUARTER - 9)).to.throw(UnavailableError);
    answer.emit('close');
    // The client has left, and the work for it goes on.
    expect(take(alice, QUARTER - 10)).to.equal(undefined);
    share.endWork();
    expect(take(alice, QUARTER - 10)).not.to.equal(undefined);
    expect(take(alice, 1)).to.equal(undefined);
  });

  it('gets the bytes of work without an answer of its own back when that work has ended', () => {
    const share = budget.open(alice);
    share.raiseTo(QUARTER);
    expect(take(alice, 1)).to.equal(undefined);
    share.endWork();
    expect(take(alice, QUARTER)).not.to.equal(undefined);
  });

  it('has room for an answer that is larger than a quarter, if it is alone', () => {
    const end = take(alice, 2 * TOTAL);
    expect(end).not.to.equal(undefined);
    expect(take({ owner: 'bob' }, 1)).to.equal(undefined);
    end?.();
    expect(take({ owner: 'bob' }, 1)).not.to.equal(undefined);
  });

  it('has nothing for an answer whose client has left, and books nothing for it', () => {
    const gone = Object.assign(new EventEmitter(), { closed: true }) as unknown as ServerResponse;
    for (let n = 0; n < 100; n++) expect(() => budget.open(alice, gone).raiseTo(QUARTER)).to.throw(UnavailableError);
    expect(take(alice, QUARTER)).not.to.equal(undefined);
  });
});
