import { boundOf, kindsOf, tryAllAttacks, type TrialFigures } from '../../hostile/bystander.js';
import type { Bench, BenchEnv } from '../bench.js';
import { compare, type Row } from '../report/row.js';
import type { Case } from './case.js';

const SECONDS_BY_PACE = { quick: 8, full: 30 } as const;
const BYTES_PER_MB = 1_000_000;
/** As everywhere where hostile requests are measured. */
const HEAP = { NODE_OPTIONS: '--max-old-space-size=1024' };

/**
 * What an owner notices of a hostile owner and a stranger who do all they can: p50 and p99 against calm times, and p99
 * against its bound. A quick run has embedded mode alone.
 */
export const hostile: Case = {
  name: 'hostile',
  isAside: true,
  run: async (bench) => {
    const rows = await measure(bench, 'embedded', await bench.emptyFolder());
    if (bench.pace.name === 'quick') return rows;
    return [...rows, ...(await measure(bench, 'cluster', await bench.emptyPlace()))];
  },
};

async function measure(bench: Bench, mode: string, place: BenchEnv): Promise<Row[]> {
  const env = { ...place, ...HEAP };
  const service = await bench.serve(env);
  bench.progress.start(`Measuring an owner beside hostile ones, ${mode}`, 1);
  const seconds = SECONDS_BY_PACE[bench.pace.name];
  const figures = await tryAllAttacks({ url: service.url, env, driver: bench.driver, seconds, pid: service.pid });
  bench.progress.stop();
  for (const [name, { turns, cut }] of Object.entries(figures.attacks)) {
    bench.progress.note(`${mode}: ${String(turns).padStart(4)} turns, ${cut} cut: ${name}`);
  }
  await service.stop();
  return rowsOf(mode, figures);
}

function rowsOf(mode: string, figures: TrialFigures): Row[] {
  const { calm, attacked } = figures;
  const base = { reference: 'the same owner in calm times', better: 'lower' } as const;
  const latencies = kindsOf(figures).flatMap(({ kind, calm: before, attacked: during }) => [
    compare({ ...base, key: `hostile/${mode}/p50 of ${kind}`, unit: 'ms', own: [during.p50], against: [before.p50] }),
    compare({ ...base, key: `hostile/${mode}/p99 of ${kind}`, unit: 'ms', own: [during.p99], against: [before.p99] }),
    compare({
      key: `hostile/${mode}/p99 of ${kind} by its bound`,
      unit: 'ms',
      better: 'neither',
      reference: 'the bound: 3 times that in calm times, and 150 ms',
      own: [during.p99],
      against: [boundOf(before)],
    }),
  ]);
  const megabytes = (bytes: number) => [bytes / BYTES_PER_MB];
  return [
    ...latencies,
    compare({
      ...base,
      key: `hostile/${mode}/peak memory`,
      unit: 'MB',
      better: 'neither',
      own: megabytes(attacked.peakBytes),
      against: megabytes(calm.peakBytes),
    }),
    compare({
      ...base,
      key: `hostile/${mode}/descriptors`,
      unit: '',
      better: 'neither',
      own: [attacked.descriptors],
      against: [calm.descriptors],
    }),
  ];
}
