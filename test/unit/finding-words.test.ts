import { expect } from 'chai';
import { KINDS } from '../../src/maintenance/doctor/findings.js';

describe('what doctor finds', () => {
  it('is said without words of the code', () => {
    for (const [kind, { is, outcome }] of Object.entries(KINDS)) {
      expect(`${is} ${outcome}`, kind).not.to.match(/\b(heads?|slots?|summar(y|ies)|strays?|ghosts?|lives)\b/);
    }
  });
});
