import { describeAllLost } from './lost-answers.js';

describeAllLost([
  { kind: 'late', landing: 'before' },
  { kind: 'lost', landing: 'before' },
  { kind: 'lost', landing: 'after' },
  { kind: 'failed', landing: 'before' },
  { kind: 'failed', landing: 'after' },
]);
