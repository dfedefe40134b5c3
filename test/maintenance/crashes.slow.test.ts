import { describeRebuildCrashes } from './crashes.js';

describeRebuildCrashes({ embedded: 5, cluster: 11 });
