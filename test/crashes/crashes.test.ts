import { describeCrashes } from './crashes.js';

// More rounds are in crashes.long.test.ts.
describeCrashes({ embedded: 1, cluster: 1 });
