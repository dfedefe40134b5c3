/** `npm run acceptance`: the acceptance suite alone, against a service process in each mode. */
import { runAcceptance } from './acceptance-service.js';
import { clusterStorageOf, embeddedStorage } from './support/modes.js';
import { startBackends } from './support/backends.js';

const backends = await startBackends();
const counts = [await runAcceptance(await embeddedStorage())];
if (backends) counts.push(await runAcceptance(clusterStorageOf(backends.env)));
await backends?.stop?.();
process.exit(counts.every(({ failed, passed }) => failed === 0 && passed > 0) ? 0 : 1);
