import { expect } from 'chai';
import { jsonLine } from '../../src/cli/process/json-line.js';

describe('a line of JSON for programs', () => {
  it('has one spelling of names on all levels, and keeps the values', () => {
    const report = {
      pausedMs: 9.920875999,
      findings: { 'missing head': { count: 1, examples: ['aB c'] } },
      none: null,
    };
    expect(JSON.parse(jsonLine(report))).to.deep.equal({
      paused_ms: 9.921,
      findings: { missing_head: { count: 1, examples: ['aB c'] } },
      none: null,
    });
  });
});
