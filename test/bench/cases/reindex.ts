import type { Bench, Env } from '../bench.js';
import { interleave, type Leg } from '../measure.js';
import { compare, series, type Row } from '../report/row.js';
import { cpuOf, type Sample } from '../report/sample.js';
import { measureProgram } from '../support/measured-program.js';
import { QUIRE, SETTINGS } from '../support/service.js';
import type { Case } from './case.js';

const LIST_AND_GET = new URL('../references/list-and-get-main.js', import.meta.url);

/**
 * A rebuild from the log alone, against reading the same objects. Both are programs that begin and end: what each takes
 * to start counts for both.
 */
export const reindex: Case = {
  name: 'reindex',
  run: async (bench) => {
    const env = await bench.log(bench.pace.rebuiltDocuments);
    const documents = bench.pace.rebuiltDocuments;
    const { one, two, reading } = await interleave(bench, `a rebuild of ${documents} documents`, {
      one: rebuild(env, documents), two: rebuild(env, documents, '--workers', '2'), reading: listAndGet(bench, env, documents),
    }, { rounds: bench.pace.rebuildRounds, isWarm: true });
    return [
      rowOf(`reindex/${documents}/one process`, { own: one, reading }),
      rowOf(`reindex/${documents}/two processes`, { own: two, reading }),
    ];
  },
};

function rowOf(key: string, { own, reading }: { own: Sample[]; reading: Sample[] }): Row {
  return compare({
    key, unit: '/s', reference: 'LIST and GET by the same SDK', better: 'higher',
    own: series(own, ({ perSecond }) => perSecond), against: series(reading, ({ perSecond }) => perSecond),
    ownCpu: series(own, cpuOf('service')), referenceCpu: series(reading, cpuOf('reference')),
  });
}

/** The index is thrown away first, so that each round has the same to do. */
function rebuild(env: Env, documents: number, ...args: string[]): Leg {
  return async () => {
    const { seconds, cpuMicros, lines } = await measureProgram({
      args: [QUIRE, 'reindex', '--discard-index', '--json', ...args], env: { ...SETTINGS, ...env },
    });
    const { counts } = JSON.parse(lines.at(-1) ?? '') as { counts: { documents: number } };
    return sampleOf({ documents, found: counts.documents, seconds, cpu: { service: cpuMicros } });
  };
}

function listAndGet(bench: Bench, env: Env, documents: number): Leg {
  return async () => {
    const startedAt = performance.now();
    const child = bench.child(LIST_AND_GET, env);
    const { objects, cpuMicros } = await child.ask<{ objects: number; cpuMicros: number }>({});
    await child.stop();
    const seconds = (performance.now() - startedAt) / 1_000;
    return sampleOf({ documents, found: objects, seconds, cpu: { reference: cpuMicros } });
  };
}

type Ended = { documents: number; found: number; seconds: number; cpu: Record<string, number> };

function sampleOf({ documents, found, seconds, cpu }: Ended): Sample {
  if (found !== documents) throw new Error(`${found} documents were found, not ${documents}`);
  const cpuMicros = Object.fromEntries(Object.entries(cpu).map(([name, micros]) => [name, micros / documents]));
  return { perSecond: documents / seconds, sent: documents, kinds: {}, cpuMicros };
}
