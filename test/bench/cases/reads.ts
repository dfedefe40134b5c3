import type { Bench } from '../bench.js';
import { planOfGets } from '../driver/plan-builder.js';
import { routingOf } from '../../../src/domain/ids.js';
import { interleave, runsOf } from '../measure.js';
import { compareCpu, compareLegs, type Row } from '../report/row.js';
import type { Sample } from '../report/sample.js';
import { bareKoa } from '../support/bare-koa.js';
import { WriteSite } from '../support/write-site.js';
import { CLIENTS, type Case } from './case.js';

const DOCUMENTS = 200;
const LISTED_DOCUMENTS = 5;
const LISTED_VERSIONS = 50;

type Subject = { name: string; pathOf: (id: string) => string; ids: readonly string[] };

/** Reads by id, against bare Koa with the same bytes, and a real-time GET of OpenSearch. */
export const reads: Case = {
  name: 'reads',
  run: async (bench) => {
    const site = await WriteSite.shared(bench);
    const rows: Row[] = [];
    for (const subject of await subjectsAt(site)) rows.push(...(await measure(bench, site, subject)));
    return rows;
  },
};

async function subjectsAt(site: WriteSite): Promise<Subject[]> {
  const { api, bodies } = site;
  const [ids, listed] = [await site.makeDocuments(DOCUMENTS), await site.makeDocuments(LISTED_DOCUMENTS)];
  await api.pushAll(listed, bodies[0] as string, LISTED_VERSIONS - 1);
  return [
    { name: 'document', pathOf: (id) => `/v1/documents/${id}`, ids },
    { name: 'version', pathOf: (id) => `/v1/documents/${id}/versions/1`, ids },
    { name: `list of ${LISTED_VERSIONS} versions`, pathOf: (id) => `/v1/documents/${id}/versions`, ids: listed },
  ];
}

async function measure(bench: Bench, site: WriteSite, subject: Subject): Promise<Row[]> {
  const { name, pathOf, ids } = subject;
  const bodies = await Promise.all(ids.map((id) => site.api.get(pathOf(id))));
  const { openSearch } = await bench.backends();
  const own = planOfGets(site.service.url, ids.map(pathOf), { 'X-API-Key': site.key });
  const raw = planOfGets(
    site.env['OPENSEARCH_URL'] as string,
    ids.map((id) => `/${site.env['INDEX_PREFIX']}/_doc/${id}?routing=${routingOf(id)}&preference=_primary`),
  );
  const samples = await interleave(bench, `reads of a ${name}`, {
    own: runsOf(bench, own, { clients: CLIENTS, watched: { service: site.service.pid } }),
    koa: await bareKoa(bench, bodies, CLIENTS),
    raw: runsOf(bench, raw, { clients: CLIENTS, watched: { reference: openSearch } }),
  });
  return rowsOf(name, samples);
}

function rowsOf(name: string, { own, koa, raw }: Record<'own' | 'koa' | 'raw', Sample[]>): Row[] {
  const of = (measure: string, reference: string, against: Sample[]) =>
    ({ key: `reads/${name}/${measure}`, reference, own, against, cpu: ['service', 'reference'] }) as const;
  return [
    compareCpu(of('own CPU', 'CPU of bare Koa', koa)),
    compareLegs(of('against bare Koa', 'bare Koa, the same bytes', koa)),
    compareLegs(of('against a GET of OpenSearch', 'OpenSearch, real-time GET', raw)),
  ];
}
