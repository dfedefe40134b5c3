import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { isOverdue, timeByLine } from '../../src/http/limits/request-clock.js';

const requestOf = (complete: boolean) => ({ complete }) as IncomingMessage;
const ago = (seconds: number) => performance.now() - seconds * 1_000;

describe('the clock of a request', () => {
  it('ends a request that is incomplete after a minute', () => {
    expect(isOverdue(requestOf(false), ago(61))).to.equal(true);
    expect(isOverdue(requestOf(false), ago(50))).to.equal(false);
  });

  it('does not end a complete request, whose answer may take longer', () => {
    expect(isOverdue(requestOf(true), ago(600))).to.equal(false);
  });

  it('does not end a request of lines', () => {
    const request = requestOf(false);
    timeByLine(request);
    expect(isOverdue(request, ago(600))).to.equal(false);
  });
});
