// Slow: loses an answer in six ways at each step of each operation, and waits out a write deadline each time.
import { describeAllLost } from './lost-answers.js';

describeAllLost([
  { kind: 'late', landing: 'after' },
  { kind: 'late', landing: 'before' },
  { kind: 'lost', landing: 'before' },
  { kind: 'lost', landing: 'after' },
  { kind: 'failed', landing: 'before' },
  { kind: 'failed', landing: 'after' },
]);
