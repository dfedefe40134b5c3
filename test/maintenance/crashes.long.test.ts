// Long: runs a rebuild once for each of many steps at which it may end.
import { rounds } from '../support/rounds.js';
import { describeRebuildCrashes } from './crashes.js';

describeRebuildCrashes({ embedded: rounds(11, 5), cluster: rounds(23, 11) });
