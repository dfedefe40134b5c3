import { describeRebuildCrashes } from './crashes.js';

// More of them are in crashes.slow.test.ts.
describeRebuildCrashes({ embedded: 19, cluster: 41 });
