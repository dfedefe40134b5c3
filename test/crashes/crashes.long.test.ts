// Long: kills service processes under load, round after round.
import { rounds } from '../support/rounds.js';
import { describeCrashes } from './crashes.js';

describeCrashes({ embedded: rounds(3, 10), cluster: rounds(2, 6) });
