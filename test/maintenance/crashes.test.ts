import { describeRebuildCrashes } from './crashes.js';

// More of them are in crashes.long.test.ts.
describeRebuildCrashes({ embedded: 29, cluster: 61 });
