import { DIGITS } from '../../../src/domain/base62.js';
import { DOCUMENTS_PREFIX } from '../../../src/log/object-keys.js';
import type { Bench, BenchEnv } from '../bench.js';
import { interleave, type Leg } from '../measure.js';
import type { ListReading } from '../references/list-and-get-main.js';
import { compareLegs, type Row } from '../report/row.js';
import type { Sample } from '../report/sample.js';
import { measureProgram, type MeasuredProgram } from '../support/measured-program.js';
import { QUIRE, SETTINGS } from '../support/service.js';
import type { Case } from './case.js';

const LIST_AND_GET = new URL('../references/list-and-get-main.js', import.meta.url);

/** Of them the reference reads those that come first: each page of its listing takes as long as any other. */
const READ_PLAINLY = 5_000;
const CPU = ['service', 'reference'] as const;
const PLAIN = 'LIST and GET by the same SDK';
const IN_PARTS = 'LIST in parts and GET by the same SDK';

/**
 * A rebuild from the log alone, against reading the same objects: as one listing has them, and as listings of each
 * first character have them, which S3Proxy answers in less time. All are programs that begin and end: what each takes
 * to start counts for all.
 */
export const reindex: Case = {
  name: 'reindex',
  run: async (bench) => {
    const documents = bench.pace.rebuiltDocuments;
    const env = await bench.log(documents);
    const rebuilt = (rebuild: Promise<MeasuredProgram>) =>
      rebuild.then((measured) => sampleOfRebuild(measured, documents));
    const parts = Array.from(DIGITS, (character) => DOCUMENTS_PREFIX + character);
    const { own, plain, inParts } = await interleave(
      bench,
      `a rebuild of ${documents} documents`,
      {
        own: () => rebuilt(rebuild(env)),
        plain: reading(bench, env, { prefixes: [DOCUMENTS_PREFIX], most: Math.min(documents, READ_PLAINLY) }),
        inParts: reading(bench, env, { prefixes: parts, most: documents }),
      },
      { rounds: 1, isWarm: true },
    );
    const rowOf = (name: string, reference: string, against: Sample[]): Row =>
      compareLegs({ key: `${name}/${documents}`, reference, own, against, cpu: CPU });
    return [rowOf('reindex', PLAIN, plain), rowOf('reindex in parts', IN_PARTS, inParts)];
  },
};

/** The index is thrown away first, so that each has the same to do. */
function rebuild(env: BenchEnv): Promise<MeasuredProgram> {
  return measureProgram({ args: [QUIRE, 'reindex', '--discard-index', '--json'], env: { ...SETTINGS, ...env } });
}

function sampleOfRebuild({ seconds, cpuMicros, lines }: MeasuredProgram, documents: number): Sample {
  const { counts } = JSON.parse(lines.at(-1) ?? '') as { counts: { documents: number } };
  return sampleOf({ documents, found: counts.documents, seconds, cpu: { service: cpuMicros } });
}

function reading(bench: Bench, env: BenchEnv, what: ListReading): Leg {
  return async () => {
    const startedAt = performance.now();
    const child = bench.child(LIST_AND_GET, env);
    const { objects, cpuMicros } = await child.ask<{ objects: number; cpuMicros: number }>(what);
    await child.stop();
    const seconds = (performance.now() - startedAt) / 1_000;
    return sampleOf({ documents: what.most, found: objects, seconds, cpu: { reference: cpuMicros } });
  };
}

type Ended = { documents: number; found: number; seconds: number; cpu: Record<string, number> };

function sampleOf({ documents, found, seconds, cpu }: Ended): Sample {
  if (found !== documents) throw new Error(`${found} documents were found, not ${documents}`);
  const cpuMicros = Object.fromEntries(Object.entries(cpu).map(([name, micros]) => [name, micros / documents]));
  return { perSecond: documents / seconds, sent: documents, kinds: {}, cpuMicros };
}
