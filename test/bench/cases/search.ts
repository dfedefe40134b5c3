import type { Bench } from '../bench.js';
import { SHAPES, type QueryShape } from '../corpus/queries.js';
import { SearchSite } from '../corpus/search-site.js';
import { interleave } from '../measure.js';
import { compare, series, type Row } from '../report/row.js';
import { cpuOf, ofKind, type Sample } from '../report/sample.js';
import { mediansByRound } from '../report/statistics.js';
import { CLIENTS, type Case } from './case.js';

const REFERENCE = 'OpenSearch, the same queries';

type ShapeSamples = ReadonlyMap<QueryShape, { quire: readonly Sample[]; raw: readonly Sample[] }>;

/** Six shapes of queries, uncached and with freshness known, at each size of the corpus. */
export const search: Case = {
  name: 'search',
  run: async (bench) => {
    const rows: Row[] = [];
    for (const size of bench.pace.sizes) rows.push(...(await rowsAt(bench, size)));
    return rows;
  },
};

async function rowsAt(bench: Bench, size: number): Promise<Row[]> {
  const site = await SearchSite.open(bench, size);
  const many = await measureShapes(bench, site, { clients: CLIENTS, isWarm: false });
  const one = await measureShapes(bench, site, { clients: 1, isWarm: true });
  await site.close();
  return [...throughputRows(size, many), ownCpuRow(size, many), openSearchCpuRow(size, many), p50Row(size, one)];
}

/** Of each shape, and what they come to together: the median over the shapes of each round. */
function throughputRows(size: number, samples: ShapeSamples): Row[] {
  const perSecond = ({ perSecond: rate }: Sample) => rate;
  const row = (key: string, only: readonly QueryShape[]) =>
    compare({
      key,
      unit: '/s',
      reference: REFERENCE,
      better: 'higher',
      own: together(samples, only, 'quire', perSecond),
      against: together(samples, only, 'raw', perSecond),
      ownCpu: together(samples, only, 'quire', cpuOf('service')),
      referenceCpu: together(samples, only, 'raw', cpuOf('opensearch')),
    });
  return [
    row(`search/${size}/throughput`, SHAPES),
    ...SHAPES.map((shape) => row(`search/${size}, ${shape}/throughput`, [shape])),
  ];
}

/** CPU of the service against that of OpenSearch when it is asked alone: pages kept by the service would lessen its. */
function ownCpuRow(size: number, samples: ShapeSamples): Row {
  const own = together(samples, SHAPES, 'quire', cpuOf('service'));
  const against = together(samples, SHAPES, 'raw', cpuOf('opensearch'));
  return compare({
    key: `search/${size}/own CPU`,
    unit: 'µs',
    reference: 'CPU of OpenSearch',
    better: 'lower',
    own,
    against,
    ownCpu: own,
    referenceCpu: against,
  });
}

/** Whether the service asks OpenSearch for more than its answer takes. */
function openSearchCpuRow(size: number, samples: ShapeSamples): Row {
  return compare({
    key: `search/${size}/CPU of OpenSearch`,
    unit: 'µs',
    reference: 'CPU of OpenSearch, asked alone',
    better: 'lower',
    own: together(samples, SHAPES, 'quire', cpuOf('opensearch')),
    against: together(samples, SHAPES, 'raw', cpuOf('opensearch')),
  });
}

function p50Row(size: number, samples: ShapeSamples): Row {
  const p50 = ofKind('search', 'p50');
  return compare({
    key: `search/${size}/p50 of one client`,
    unit: 'ms',
    reference: REFERENCE,
    better: 'lower',
    own: together(samples, SHAPES, 'quire', p50),
    against: together(samples, SHAPES, 'raw', p50),
    ownCpu: together(samples, SHAPES, 'quire', cpuOf('service')),
    referenceCpu: together(samples, SHAPES, 'raw', cpuOf('opensearch')),
  });
}

/** By round. */
function together(
  samples: ShapeSamples,
  shapes: readonly QueryShape[],
  leg: 'quire' | 'raw',
  figure: (sample: Sample) => number,
): number[] {
  return mediansByRound(shapes.map((shape) => series(samples.get(shape)?.[leg] ?? [], figure)));
}

type Measuring = { clients: number; isWarm: boolean };

/** The first shape shows the compilers all the code there is. */
async function measureShapes(bench: Bench, site: SearchSite, { clients, isWarm }: Measuring): Promise<ShapeSamples> {
  const seconds = clients === 1 ? bench.pace.oneClientSeconds : bench.pace.seconds;
  const samples = new Map<QueryShape, { quire: Sample[]; raw: Sample[] }>();
  for (const shape of SHAPES) {
    const what = `${shape}, ${clients === 1 ? 'one client' : `${clients} clients`}, ${site.size} heads`;
    const how = { seconds, isWarm: isWarm || shape !== SHAPES[0] };
    samples.set(shape, await interleave(bench, what, site.legs(shape, clients), how));
  }
  return samples;
}
