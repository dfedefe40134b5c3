// Slow: runs a rebuild once for each of many steps at which it may end.
import { describeRebuildCrashes } from './crashes.js';

describeRebuildCrashes({ embedded: 5, cluster: 11 });
