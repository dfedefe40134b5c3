/**
 * `npm run reindex-trial -- [--mode embedded|cluster] [--documents N] [--kills K] [--seed S]`: the whole trial of a
 * rebuild, on parts of its own; a JSON line for each mode.
 */
import { parseArgs } from 'node:util';
import { clusterPlaceOf, embeddedPlace, type Place } from '../support/modes.js';
import { startParts } from '../support/parts.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';
import { Trial } from './trial.js';

const { values } = parseArgs({
  options: {
    mode: { type: 'string' }, documents: { type: 'string', default: '20000' }, kills: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
  },
});
const modes = values.mode === undefined ? ['embedded', 'cluster'] : [values.mode];
const parts = modes.includes('cluster') ? await startParts() : undefined;
try {
  for (const mode of modes) {
    const report = await Trial.run(await placeOf(mode), {
      documents: Number(values.documents), mostVersions: 30, writesPerSecond: 50, kills: Number(values.kills),
      random: randomOf(values.seed), note: (line) => process.stderr.write(`${mode}: ${line}\n`),
    });
    process.stdout.write(`${JSON.stringify(report)}\n`);
  }
} finally {
  await parts?.stop?.();
}
process.exit(0);

function randomOf(seed: string): () => number {
  const random = new SeededRandom(Number(seed));
  return () => random.next();
}

async function placeOf(mode: string): Promise<Place> {
  if (mode === 'embedded') return embeddedPlace();
  if (!parts) throw new Error('there are no parts for cluster mode');
  return clusterPlaceOf(parts.env);
}
