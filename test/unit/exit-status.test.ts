import { expect } from 'chai';
import { ApiError, NoAnswerError } from '../../src/client/api-error.js';
import {
  ConflictsLeftError,
  exitCodeOf,
  explain,
  failureLine,
  FaultsLeftError,
  noteLine,
  StoppedError,
  UsageError,
} from '../../src/cli/process/exit-status.js';
import { PlanTooSmallError } from '../../src/directory/push/plan-allows.js';
import { OperatorError } from '../../src/domain/errors.js';

function apiError(status: number, message = 'no'): ApiError<'UNAVAILABLE'> {
  return new ApiError({ status, error: { code: 'UNAVAILABLE', message, details: {} }, requestId: 'r1' });
}

describe('exit status', () => {
  it('has a code for each kind of end', () => {
    const table: [unknown, number][] = [
      [new Error('x'), 1],
      [new OperatorError('x'), 1],
      ...[400, 404, 409, 500].map((status): [unknown, number] => [apiError(status), 1]),
      [new UsageError('x'), 2],
      [new FaultsLeftError('x'), 2],
      [new ConflictsLeftError('x'), 3],
      [apiError(412), 3],
      ...[401, 403, 429].map((status): [unknown, number] => [apiError(status), 4]),
      [apiError(503), 5],
      [new NoAnswerError('x'), 5],
      [new NoAnswerError('x', { status: 404 }), 5],
      [new StoppedError('stopped'), 130],
    ];
    for (const [error, code] of table) expect(exitCodeOf(error), String(error)).to.equal(code);
  });

  it('is explained by a line, with JSON for programs', () => {
    expect(failureLine(new UsageError('Say what.'), { args: ['get'], command: 'quire' })).to.equal('quire: Say what.');
    expect(
      JSON.parse(failureLine(new UsageError('Say what.'), { args: ['get', '--json'], command: 'quire' })),
    ).to.deep.equal({ error: { code: 'USAGE', message: 'Say what.' } });
    expect(JSON.parse(failureLine(apiError(403), { args: ['--json'], command: 'quire' }))).to.deep.equal({
      error: { code: 'UNAVAILABLE', message: 'UNAVAILABLE: no', status: 403, details: {}, request_id: 'r1' },
    });
    expect(JSON.parse(failureLine(new OperatorError('x'), { args: ['--json'], command: 'quire' }))).to.deep.equal({
      error: { code: 'FAILED', message: 'x' },
    });
  });

  it('tells why no answer came', () => {
    const refused = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' });
    const failed = new NoAnswerError('no whole answer came', {
      cause: new TypeError('fetch failed', { cause: refused }),
    });
    expect(explain(failed)).to.equal('no whole answer came: ECONNREFUSED');
    expect(explain(new NoAnswerError('nothing'))).to.equal('nothing');
  });

  it('shows what a terminal would obey in messages of a service', () => {
    expect(explain(apiError(400, 'a\x1b[2J\nb'))).to.equal('UNAVAILABLE: a\\u{1b}[2J\\u{a}b');
    expect(explain(new PlanTooSmallError('the plan a\x1b[2J\nb'))).to.equal('the plan a\\u{1b}[2J\\u{a}b');
    expect(explain(new OperatorError('a\x1b[2J\u202eb'))).to.equal('a\\u{1b}[2J\\u{202e}b');
    expect(noteLine('a\x9b\nb', [])).to.equal('quire: a\\u{9b}\\u{a}b');
  });
});
