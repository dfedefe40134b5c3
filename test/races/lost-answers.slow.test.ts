import { describeAllLost } from './lost-answers.js';

describeAllLost([
  { kind: 'lost', landing: 'after' }, { kind: 'late', landing: 'before' },
  { kind: 'failed', landing: 'before' }, { kind: 'failed', landing: 'after' },
]);
