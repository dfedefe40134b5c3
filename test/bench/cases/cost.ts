import type { Bench, BenchEnv, LoadedCorpus } from '../bench.js';
import { ownerName } from '../corpus/corpus.js';
import { distinctQueries, type Query } from '../corpus/queries.js';
import { rawSearch, searchPath, searchQueryOf } from '../corpus/raw-search.js';
import { planOfGets, planOfPosts } from '../driver/plan-builder.js';
import { interleave, runsOf, uncached, type Leg } from '../measure.js';
import { compareCpu, compareLegs, type Row } from '../report/row.js';
import { BenchApi } from '../support/api.js';
import { bareKoa } from '../support/bare-koa.js';
import type { BenchService } from '../support/service.js';
import { WriteSite } from '../support/write-site.js';
import { CLIENTS, type Case } from './case.js';

const QUERIES = 20_000;
/** Answers that bare Koa gives back. */
const ANSWERS = 200;
const DOCUMENTS = 500;
const MANY_CLIENTS = 64;
const ROUNDS = 15;
const SECONDS = 0.3;
/** The slowest writes need that for the requests of a warm-up. */
const WARM_UP_SECONDS = 60;

/** `answers`: what bare Koa answers. `raw`: the same searches, straight to OpenSearch. */
type Subject = { name: string; own: Leg; raw?: Leg; answers: readonly string[]; clients?: number; isWarm?: boolean };

/** CPU of the service per request, as a multiple of bare Koa that answers as many bytes in the same run. */
export const cost: Case = {
  name: 'cost',
  isAside: true,
  run: async (bench) => {
    const rows: Row[] = [];
    const measureAll = async (mode: string, subjects: readonly Subject[]) => {
      for (const subject of subjects) rows.push(...(await measure(bench, mode, subject)));
    };
    for (const mode of ['embedded', 'cluster'] as const) {
      const isEmbedded = mode === 'embedded';
      const size = bench.pace.sizes[0] as number;
      const corpus = await (isEmbedded ? bench.embeddedCorpus(size) : bench.corpus(size));
      const service = await (isEmbedded ? bench.serve(corpus.env) : bench.corpusService(size));
      await measureAll(mode, await searches(bench, corpus, service));
      if (isEmbedded) await service.stop();
      const site = isEmbedded ? await WriteSite.open(bench, await bench.emptyFolder()) : await WriteSite.shared(bench);
      await measureAll(mode, await byId(bench, site));
      if (isEmbedded) await site.service.stop();
    }
    return rows;
  },
};

async function searches(bench: Bench, { env, facts, keys }: LoadedCorpus, service: BenchService): Promise<Subject[]> {
  const key = keys.get(ownerName(0)) as string;
  const random = bench.random('cost');
  const queries = distinctQueries('one letter', facts, { most: QUERIES, random });
  const paths = queries.map(searchPath);
  const api = new BenchApi(service.url, key);
  const answers = await Promise.all(paths.slice(-ANSWERS).map((path) => api.get(path)));
  const plan = (some: readonly string[]) => planOfGets(service.url, some, { 'X-API-Key': key });
  const watched = { service: service.pid };
  return [
    {
      name: 'search',
      own: uncached(bench, plan(paths), { clients: CLIENTS, watched }),
      answers,
      ...(env['MODE'] === 'cluster' && { raw: await rawSearches(bench, env, queries) }),
    },
    {
      name: 'cached page',
      own: runsOf(bench, plan(paths.slice(-1)), { clients: CLIENTS, watched }),
      answers: answers.slice(-1),
    },
  ];
}

async function rawSearches(bench: Bench, env: BenchEnv, queries: readonly Query[]): Promise<Leg> {
  const { openSearch } = await bench.backends();
  const requests = queries.map((query) => rawSearch(env['INDEX_PREFIX'] as string, searchQueryOf(ownerName(0), query)));
  const plan = planOfPosts(env['OPENSEARCH_URL'] as string, requests);
  return runsOf(bench, plan, { clients: CLIENTS, watched: { reference: openSearch } });
}

async function byId(bench: Bench, site: WriteSite): Promise<Subject[]> {
  const ids = await site.makeDocuments(DOCUMENTS);
  const watched = { service: site.service.pid };
  const get = async (name: string, pathOf: (id: string) => string): Promise<Subject> => {
    const paths = ids.slice(0, ANSWERS).map(pathOf);
    const answers = await Promise.all(paths.map((path) => site.api.get(path)));
    const plan = planOfGets(site.service.url, paths, { 'X-API-Key': site.key });
    return { name, own: runsOf(bench, plan, { clients: CLIENTS, watched }), answers };
  };
  const document = await get('document', (id) => `/v1/documents/${id}`);
  const version = await get('version', (id) => `/v1/documents/${id}/versions/1`);
  const answers = document.answers.map((text) => text.slice(0, 200));
  const write = (name: string, plan: ReturnType<WriteSite['createPlan']>, clients = CLIENTS): Subject => ({
    name: `${name}, ${clients} clients`,
    own: runsOf(bench, plan, { clients, watched }),
    answers,
    clients,
    // The compilers know by then what more clients do.
    isWarm: clients !== CLIENTS,
  });
  const pushes = site.pushPlan(ids);
  return [
    document,
    version,
    write('create', site.createPlan()),
    write('push', pushes),
    write('push', pushes, MANY_CLIENTS),
  ];
}

async function measure(bench: Bench, mode: string, subject: Subject): Promise<Row[]> {
  const { name, own, raw, answers, clients = CLIENTS, isWarm = false } = subject;
  const { name: pace, rounds } = bench.pace;
  const full = { rounds: bench.options.rounds ?? ROUNDS, seconds: SECONDS, warmUpSeconds: WARM_UP_SECONDS };
  const legs = { own, bare: await bareKoa(bench, answers, clients), ...(raw && { raw }) };
  const how = { ...(pace === 'full' ? full : { rounds }), isWarm };
  const samples = await interleave(bench, `${mode} ${name}`, legs, how);
  const compared = { own: samples.own, cpu: ['service', 'reference'] } as const;
  const [cpu, rate] = ['CPU of bare Koa, as many bytes', 'OpenSearch, the same queries'];
  const key = `cost/${mode} ${name}`;
  return [
    compareCpu({ ...compared, key: `${key}/own CPU`, reference: cpu, against: samples.bare }),
    ...(samples.raw
      ? [compareLegs({ ...compared, key: `${key}/throughput`, reference: rate, against: samples.raw })]
      : []),
  ];
}
