import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { isOverdue, timeByLine } from '../../src/http/limits/request-clock.js';

const requestOf = (complete: boolean) => ({ complete }) as IncomingMessage;
const past = () => performance.now() - 1;

describe('the clock of a request', () => {
  it('ends a request that is incomplete at its time', () => {
    expect(isOverdue(requestOf(false), past())).to.equal(true);
    expect(isOverdue(requestOf(false), performance.now() + 10_000)).to.equal(false);
  });

  it('does not end a complete request, whose answer may take longer', () => {
    expect(isOverdue(requestOf(true), past())).to.equal(false);
  });

  it('does not end a request of lines', () => {
    const request = requestOf(false);
    timeByLine(request);
    expect(isOverdue(request, past())).to.equal(false);
  });
});
