import { describeCrashes } from './crashes.js';

describeCrashes({ embedded: 10, cluster: 6 });
