import type { Bench, Mode } from '../bench.js';
import type { Query } from '../corpus/queries.js';
import { WORD_KINDS, wordQueries } from '../corpus/word-queries.js';
import { Driver } from '../driver/driver.js';
import type { OpenLoad } from '../driver/load.js';
import { interleave, uncached } from '../measure.js';
import { compare, compareCpu, compareLegs, type Row } from '../report/row.js';
import { OWNER, titleQueries, type WordSite } from '../support/word-site.js';
import { CLIENTS } from './case.js';

/** Of each kind, in a flood. */
const FLOOD_QUERIES = 500;
/** A p99 needs some hundred searches. */
const OPEN: Record<Bench['pace']['name'], OpenLoad> = {
  full: { everyMs: 20, seconds: 10 },
  quick: { everyMs: 20, seconds: 2 },
};
const LONGEST_PREFIX = 8;
const MOST_RESULTS = 50;
/** What the p99 may be beside a flood: so many times that of calm times, and so many milliseconds. */
const [TIMES, PLUS_MS] = [3, 150];
/** Of searches by title, whose difference is small. */
const TITLE_ROUNDS = 9;
/** If the driver itself was late more often, the machine is too busy to measure. */
const MOST_LATE = 0.5;

/** Searches by title of one owner, in an open loop, while another one sends searches by words. */
export async function bystander(bench: Bench, mode: Mode, site: WordSite): Promise<Row[]> {
  const { size } = site.corpus.corpus;
  const random = bench.random('flood');
  const searches = WORD_KINDS.flatMap((kind) =>
    wordQueries(kind, site.corpus.corpus, { most: FLOOD_QUERIES, random }).map((query) => ({ ...query, snippets: 1 })),
  );
  const plan = site.plan(random.shuffled(searches));
  const flood = new Driver();
  const stop = bench.atEnd(() => flood.stop());
  const { everyMs, seconds } = OPEN[bench.pace.name];
  const watch = watcher(bench, site);
  await watch();
  const [calm, beside]: [number[], number[]] = [[], []];
  bench.progress.start(`Measuring a bystander, ${size} documents`, bench.pace.rounds);
  for (let round = 0; round < bench.pace.rounds; round++) {
    calm.push(await watch());
    const [p99] = await Promise.all([watch(), flood.run(plan, { clients: CLIENTS, seconds })]);
    beside.push(p99);
    bench.progress.advance();
  }
  bench.progress.stop();
  await stop();
  const row = (measure: string, reference: string, against: number[]) =>
    compare({
      key: `words/${mode} ${size}, bystander/${measure}`,
      unit: 'ms',
      better: 'lower',
      reference: `${reference}, a search each ${everyMs} ms`,
      ...{ own: beside, against },
    });
  const bounds = calm.map((p99) => TIMES * p99 + PLUS_MS);
  return [
    row('p99 by the bound', `${TIMES} times the p99 of calm times and ${PLUS_MS} ms`, bounds),
    row('p99', 'the p99 of calm times', calm),
  ];
}

/** Each call sends other searches, and gives their p99 in milliseconds. */
function watcher(bench: Bench, site: WordSite): () => Promise<number> {
  const open = OPEN[bench.pace.name];
  const [owner, queries] = bystandersQueries(site);
  const count = (open.seconds * 1_000) / open.everyMs;
  let first = 0;
  return async () => {
    const some = Array.from({ length: count }, (_, n) => queries[(first + n) % queries.length] as Query);
    first += count;
    const { kinds, lateShare, failed, wrong } = await bench.driver.runOpen(site.plan(some, owner), open);
    if (failed > 0) throw new Error(`${failed} searches failed: ${wrong.join('; ')}`);
    if (!kinds['get'] || lateShare > MOST_LATE) throw new Error('the driver itself was late with most of its searches');
    return kinds['get'].p99;
  };
}

/** Of the owner who has the most documents beside the large one. All differ. */
function bystandersQueries({ corpus: { facts } }: WordSite): [owner: string, queries: Query[]] {
  const others = [...facts.documents].filter(([owner]) => owner !== OWNER);
  const [owner, known] = others.reduce((one, other) => (other[1].length > one[1].length ? other : one));
  const prefixes = known.flatMap(({ title }) =>
    Array.from({ length: LONGEST_PREFIX }, (_, length) => title.slice(0, length + 1)),
  );
  const queries = [...new Set(prefixes)].flatMap((q) =>
    Array.from({ length: MOST_RESULTS }, (_, n): Query => ({ q, limit: n + 1, offset: 0 })),
  );
  return [owner, queries];
}

/** Searches by title where words are searched, against a service and an index without words. */
export async function titles(bench: Bench, mode: Mode, { on, off }: Record<'on' | 'off', WordSite>): Promise<Row[]> {
  const { name: pace, rounds } = bench.pace;
  const queries = titleQueries(bench, on);
  const legOf = (site: WordSite) => uncached(bench, site.plan(queries), { clients: CLIENTS, watched: site.watched });
  const samples = await interleave(
    bench,
    `${mode} searches by title`,
    { on: legOf(on), off: legOf(off) },
    { rounds: bench.options.rounds ?? (pace === 'full' ? TITLE_ROUNDS : rounds), isTurned: true },
  );
  const key = `words/${mode} ${on.corpus.corpus.size}`;
  const named = { reference: 'FULL_TEXT=off', own: samples.on, against: samples.off };
  const cpuRow = (measure: string, of: keyof WordSite['watched']) =>
    compareCpu({ ...named, key: `${key}/${measure}`, cpu: [of, of] });
  return [
    compareLegs({ ...named, key: `${key}/title searches`, cpu: ['service', 'service'] }),
    cpuRow('own CPU of title searches', 'service'),
    ...(mode === 'cluster' ? [cpuRow('CPU of OpenSearch of title searches', 'opensearch')] : []),
  ];
}
