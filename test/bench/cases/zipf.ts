import type { Bench } from '../bench.js';
import { Traffic } from '../corpus/traffic.js';
import { trafficPlan } from '../corpus/traffic-plan.js';
import { interleave, runsOf, type Leg } from '../measure.js';
import { compareLegs } from '../report/row.js';
import { ofKind } from '../report/sample.js';
import { CLIENTS, type Case } from './case.js';

const WRITE_SHARE = 0.05;
const STEPS = 12_000;
/** Beyond it the corpus is no longer one that a page of popular queries is drawn from. */
const MOST_HEADS = 100_000;
const REFERENCE = 'OpenSearch, stale';

/** Popular queries of many owners while they write, always fresh, against OpenSearch alone, which is stale. */
export const zipf: Case = {
  name: 'zipf',
  run: async (bench) => {
    const size = middleSize(bench);
    const { quire, raw } = await interleave(
      bench,
      `Zipf queries and ${WRITE_SHARE * 100} % writes`,
      await legs(bench, size),
    );
    const row = (measure: string, figure: 'perSecond' | 'p50' | 'p99') =>
      compareLegs(
        {
          key: `zipf/${size}/${measure}`,
          reference: REFERENCE,
          own: quire,
          against: raw,
          cpu: ['service', 'opensearch'],
        },
        ofKind('search', figure),
        figure === 'perSecond' ? { unit: '/s', better: 'higher' } : { unit: 'ms', better: 'lower' },
      );
    return [row('searches', 'perSecond'), row('p50 of searches', 'p50'), row('p99 of searches', 'p99')];
  },
};

async function legs(bench: Bench, size: number): Promise<{ quire: Leg; raw: Leg }> {
  const corpus = await bench.corpus(size);
  const service = await bench.corpusService(size);
  const { openSearch: opensearch } = await bench.backends();
  const random = bench.random('zipf');
  const { words } = corpus.corpus;
  const steps = new Traffic(corpus.facts, {
    steps: STEPS,
    writeShare: WRITE_SHARE,
    queries: 'popular',
    words,
    random,
  }).steps();
  const run = (searches: 'service' | 'raw'): Leg => {
    const plan = trafficPlan(steps, corpus, { service: service.url, searches, random });
    return runsOf(bench, plan, { clients: CLIENTS, watched: { service: service.pid, opensearch } });
  };
  return { quire: run('service'), raw: run('raw') };
}

/** The largest that is not too large. */
export function middleSize({ pace: { sizes } }: Bench): number {
  return sizes.findLast((size) => size <= MOST_HEADS) ?? (sizes[0] as number);
}
