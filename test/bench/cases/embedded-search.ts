import type { Bench } from '../bench.js';
import { ownerName } from '../corpus/corpus.js';
import { distinctQueries } from '../corpus/queries.js';
import { QueryRing } from '../corpus/query-ring.js';
import { searchPath } from '../corpus/raw-search.js';
import type { LoadPlan } from '../driver/load.js';
import { planOfGets } from '../driver/plan-builder.js';
import { interleave, runsOf, type Leg } from '../measure.js';
import { compare, series, type Row } from '../report/row.js';
import { cpuOf } from '../report/sample.js';
import { BenchApi } from '../support/api.js';
import { CLIENTS, type Case } from './case.js';

const QUERIES = 40_000;
/** Of the answers, which bare Koa gives back. */
const ANSWERS = 200;

/** Searches in embedded mode, against bare Koa that answers the same bytes, at the smallest and the largest size. */
export const embeddedSearch: Case = {
  name: 'embedded-search',
  run: async (bench) => {
    const { sizes } = bench.pace;
    const rows: Row[] = [];
    for (const size of new Set([sizes[0] as number, sizes.at(-1) as number])) rows.push(await measure(bench, size));
    return rows;
  },
};

async function measure(bench: Bench, size: number): Promise<Row> {
  const { env, facts, keys } = await bench.embeddedCorpus(size);
  const service = await bench.serve(env);
  const key = keys.get(ownerName(0)) as string;
  const random = bench.random('embedded search');
  const paths = distinctQueries('one letter', facts, { most: QUERIES, random }).map(searchPath);
  const api = new BenchApi(service.url, key);
  const bodies = await Promise.all(paths.slice(-ANSWERS).map((path) => api.get(path)));
  const koa = bench.child(new URL('../references/bare-koa-main.js', import.meta.url));
  const { url } = await koa.ask<{ url: string }>({ bodies });
  const { own, bare } = await interleave(bench, `embedded searches, ${size} heads`, {
    own: uncached(bench, planOfGets(service.url, paths, { 'X-API-Key': key }), service.pid),
    bare: runsOf(
      bench,
      planOfGets(
        url,
        bodies.map((_, n) => `/${n}`),
      ),
      { clients: CLIENTS, watched: { reference: koa.pid } },
    ),
  });
  await Promise.all([service.stop(), koa.stop()]);
  return compare({
    key: `embedded search/${size}/throughput`,
    unit: '/s',
    reference: 'bare Koa, the same bytes',
    better: 'higher',
    own: series(own, ({ perSecond }) => perSecond),
    against: series(bare, ({ perSecond }) => perSecond),
    ownCpu: series(own, cpuOf('service')),
    referenceCpu: series(bare, cpuOf('reference')),
  });
}

/** Searches that the page cache cannot answer. */
export function uncached(bench: Bench, queries: LoadPlan, service: number): Leg {
  const ring = new QueryRing(queries.requests.length);
  return async (seconds) => {
    await ring.ready();
    const how = { clients: CLIENTS, seconds, first: ring.first, most: ring.most };
    const sample = await bench.driver.run(queries, how, { service });
    ring.used(sample.sent);
    return sample;
  };
}
