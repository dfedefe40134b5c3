// Slow: kills service processes under load, round after round.
import { describeCrashes } from './crashes.js';

describeCrashes({ embedded: 10, cluster: 6 });
