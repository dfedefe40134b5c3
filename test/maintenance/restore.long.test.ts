// Long: records and compares thousands of answers.
import { describeCluster } from '../support/backends.js';
import { rounds } from '../support/rounds.js';
import { restores } from './restore.js';

const SIZE = { documents: rounds(20, 80), questions: rounds(400, 2_000) };

describe('a restore from a copy of the log', () => restores('embedded', 'embedded', SIZE));

describeCluster('a restore from a copy of the log, with a bucket', () => {
  restores('cluster', 'cluster', SIZE);
  restores('embedded', 'cluster', SIZE);
  restores('cluster', 'embedded', SIZE);
});
