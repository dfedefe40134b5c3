import { decodeCursor } from '../../../src/http/present/cursor.js';
import type { Bench, BenchEnv, LoadedCorpus } from '../bench.js';
import { checkReference } from '../corpus/check-reference.js';
import { ownerName } from '../corpus/corpus.js';
import { listQueryOf, rawList } from '../corpus/raw-search.js';
import { planOfGets, planOfPosts } from '../driver/plan-builder.js';
import { interleave, runsOf, type Leg } from '../measure.js';
import { compareLegs, type Row } from '../report/row.js';
import type { Sample } from '../report/sample.js';
import { BenchApi } from '../support/api.js';
import { bareKoa } from '../support/bare-koa.js';
import type { BenchService } from '../support/service.js';
import type { Case } from './case.js';

const DOCUMENTS = 100_000;
const LIMIT = 200;
/** A second. */
const GOAL = 20_000;
/** Pages that bare Koa gives back. */
const ANSWERS = 50;
const OWNER = ownerName(0);
const REFERENCES = { embedded: 'bare Koa, the same bytes', cluster: 'OpenSearch, the same pages' } as const;

type Mode = keyof typeof REFERENCES;
/** `cursor`: undefined on the first one. */
type Page = { path: string; cursor: string | undefined; text: string };

/** One client lists all documents of an owner, page after page. */
export const list: Case = {
  name: 'list',
  run: async (bench) => [...(await measure(bench, 'embedded')), ...(await measure(bench, 'cluster'))],
};

async function measure(bench: Bench, mode: Mode): Promise<Row[]> {
  const size = bench.pace.name === 'full' ? DOCUMENTS : (bench.pace.sizes[0] as number);
  const corpus = await (mode === 'embedded' ? bench.embeddedCorpus(size, 1) : bench.corpus(size, 1));
  const service = await bench.serve(corpus.env);
  const pages = await walk(service, corpus, size);
  const headers = { 'X-API-Key': corpus.keys.get(OWNER) as string };
  const paths = pages.map(({ path }) => path);
  const bodies = pages.slice(0, ANSWERS).map(({ text }) => text);
  const raw = await (mode === 'embedded' ? bareKoa(bench, bodies, 1) : openSearch(bench, corpus.env, pages));
  const own = runsOf(bench, planOfGets(service.url, paths, headers), { clients: 1, watched: { service: service.pid } });
  const samples = await interleave(bench, `${mode} list of ${size} documents`, { own, raw });
  await service.stop();
  return rowsOf(mode, samples);
}

/** All pages. Raises an error unless they hold all documents. */
async function walk(service: BenchService, { keys }: LoadedCorpus, size: number): Promise<Page[]> {
  const api = new BenchApi(service.url, keys.get(OWNER) as string);
  const pages: Page[] = [];
  let listed = 0;
  for (let cursor: string | null | undefined; cursor !== null;) {
    const path = `/v1/documents?limit=${LIMIT}${cursor === undefined ? '' : `&cursor=${cursor}`}`;
    const text = await api.get(path);
    pages.push({ path, cursor, text });
    const page = JSON.parse(text) as { documents: unknown[]; next_cursor: string | null };
    listed += page.documents.length;
    cursor = page.next_cursor;
  }
  if (listed !== size) throw new Error(`${listed} documents were listed, not ${size}`);
  return pages;
}

async function openSearch(bench: Bench, env: BenchEnv, pages: readonly Page[]): Promise<Leg> {
  const { openSearch: pid } = await bench.backends();
  const queries = pages.map(({ cursor }) => {
    const after = cursor === undefined ? undefined : decodeCursor('title', cursor);
    return listQueryOf({ owner: OWNER, limit: LIMIT, after });
  });
  await checkReference({ lists: queries.slice(0, 2) });
  const requests = queries.map((query) => rawList(env['INDEX_PREFIX'] as string, query));
  const plan = planOfPosts(env['OPENSEARCH_URL'] as string, requests);
  return runsOf(bench, plan, { clients: 1, watched: { reference: pid } });
}

function rowsOf(mode: Mode, { own, raw }: { own: Sample[]; raw: Sample[] }): Row[] {
  const documents = ({ perSecond }: Sample) => perSecond * LIMIT;
  const goal = own.map((sample) => ({ ...sample, perSecond: GOAL / LIMIT, cpuMicros: {} }));
  const row = (measure: string, reference: string, against: Sample[]) =>
    compareLegs({ key: `list/${mode}/${measure}`, reference, own, against, cpu: ['service', 'reference'] }, documents);
  return [row('documents by the goal', 'the goal', goal), row('documents', REFERENCES[mode], raw)];
}
