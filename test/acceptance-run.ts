/** `npm run acceptance`: the acceptance suite alone, against a service process in each mode. */
import { runAcceptance } from './acceptance-service.js';
import { clusterPlaceOf, embeddedPlace } from './support/modes.js';
import { startParts } from './support/parts.js';

const parts = await startParts();
const counts = [await runAcceptance(await embeddedPlace())];
if (parts) counts.push(await runAcceptance(clusterPlaceOf(parts.env)));
await parts?.stop?.();
process.exit(counts.every(({ failed, passed }) => failed === 0 && passed > 0) ? 0 : 1);
