import { makePeerDocuments, PEER_OWNERS, type PeerDocument } from '../corpus/peer-documents.js';
import type { Query } from '../corpus/queries.js';
import { searchPath } from '../corpus/raw-search.js';
import type { LoadPlan } from '../driver/load.js';
import { PlanBuilder, planOfGets } from '../driver/plan-builder.js';
import { interleave, runsOf } from '../measure.js';
import { compare, series } from '../report/row.js';
import { cpuOf, type Sample } from '../report/sample.js';
import type { SeededRandom } from '../../support/oracle/seeded-random.js';
import { BenchApi } from '../support/api.js';
import { issueKeys } from '../support/keys.js';
import type { Case } from './case.js';

const CLIENTS = 8;
const REQUESTS = 5_000;
const RESULTS = 20;
const SHORTEST_PREFIX = 4;
const LONGEST_PREFIX = 9;
/** Answers that bare Koa gives back. */
const ANSWERS = 200;

/** `body`: it is a POST. */
type Work = (document: PeerDocument, prefix: string) => { path: string; body?: string };

const search = (query: Partial<Query>) => ({ path: searchPath({ ...query, limit: RESULTS, offset: 0 }) });
const WORKS: Readonly<Record<string, Work>> = {
  'get a document': ({ id }) => ({ path: `/v1/documents/${id}` }),
  'list versions': ({ id }) => ({ path: `/v1/documents/${id}/versions` }),
  'search by title prefix': (_document, q) => search({ q }),
  'search by tag': ({ tags }) => search({ tag: tags[0] as string }),
  'search by prefix and tag': ({ tags }, q) => search({ q, tag: tags[0] as string }),
  'search by prefix, tag and folder': ({ tags, folderId }, q) => search({ q, tag: tags[0] as string, folderId }),
  create: ({ body }) => ({ path: '/v1/documents', body }),
  'push a version': ({ id, body }) => ({ path: `/v1/documents/${id}/versions`, body }),
  'restore a version': ({ id }) => ({ path: `/v1/documents/${id}/versions/1/restore`, body: '' }),
};

/** What other products were measured with. Bare Koa, which answers documents, tells how fast the machine is. */
export const peers: Case = {
  name: 'peers',
  isAside: true,
  run: async (bench) => {
    const env = await bench.emptyFolder();
    const service = await bench.serve(env);
    const keys = await issueKeys(env, PEER_OWNERS);
    const documents = await makePeerDocuments(bench, service.url, keys.values());
    const bodies = await Promise.all(
      documents.slice(0, ANSWERS).map(({ id, key }) => new BenchApi(service.url, key).get(`/v1/documents/${id}`)),
    );
    const koa = bench.child(new URL('../references/bare-koa-main.js', import.meta.url));
    const { url } = await koa.ask<{ url: string }>({ bodies });
    const paths = bodies.map((_, n) => `/${n}`);
    const bare = runsOf(bench, planOfGets(url, paths), { clients: CLIENTS, watched: { reference: koa.pid } });
    const rows = [];
    for (const [name, work] of Object.entries(WORKS)) {
      const plan = planOf(service.url, { documents, work, random: bench.random(name) });
      const own = runsOf(bench, plan, { clients: CLIENTS, watched: { service: service.pid } });
      rows.push(rowOf(name, await interleave(bench, name, { own, bare })));
    }
    await Promise.all([service.stop(), koa.stop()]);
    return rows;
  },
};

type Planning = { documents: readonly PeerDocument[]; work: Work; random: SeededRandom };

function planOf(url: string, { documents, work, random }: Planning): LoadPlan {
  const plan = new PlanBuilder();
  const target = plan.target(url);
  for (let n = 0; n < REQUESTS; n++) {
    const document = random.pick(documents);
    const length = SHORTEST_PREFIX + random.below(LONGEST_PREFIX - SHORTEST_PREFIX + 1);
    const { path, body } = work(document, [...document.title].slice(0, length).join(''));
    const headers = { 'X-API-Key': document.key };
    plan.add(
      body === undefined
        ? { kind: 'get', target, method: 'GET', path, headers, status: 200 }
        : { kind: 'write', target, method: 'POST', path, headers, body: plan.body(body), status: 201 },
    );
  }
  return plan.build();
}

function rowOf(name: string, { own, bare }: Record<'own' | 'bare', Sample[]>) {
  const perSecond = ({ perSecond: rate }: Sample) => rate;
  return compare({
    key: `peers/${name}/throughput`,
    unit: '/s',
    reference: 'bare Koa, documents',
    better: 'neither',
    own: series(own, perSecond),
    against: series(bare, perSecond),
    ownCpu: series(own, cpuOf('service')),
    referenceCpu: series(bare, cpuOf('reference')),
  });
}
