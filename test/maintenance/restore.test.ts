import { restores } from './restore.js';

// All pairs of modes, with more documents, are in restore.long.test.ts.
const SIZE = { documents: 15, questions: 300 };

describe('a restore from a copy of the log', () => restores('embedded', 'embedded', SIZE));
