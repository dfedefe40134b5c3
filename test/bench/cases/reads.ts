import type { Bench } from '../bench.js';
import { planOfGets } from '../driver/plan-builder.js';
import { routingOf } from '../../../src/domain/ids.js';
import { slotKey } from '../../../src/log/object-keys.js';
import { interleave, runsOf, type Leg } from '../measure.js';
import { compare, series, type Row } from '../report/row.js';
import { cpuOf, type Sample } from '../report/sample.js';
import type { ChildModule } from '../support/child-module.js';
import { WriteSite } from '../support/write-site.js';
import { CLIENTS, type Case } from './case.js';
import { versionTwice } from './version-twice.js';

const DOCUMENTS = 200;
const LISTED_DOCUMENTS = 5;
const LISTED_VERSIONS = 50;

type Subject = { name: string; pathOf: (id: string) => string; ids: readonly string[]; isInS3: boolean };
type Legs<T> = { own: T; koa: T; raw: T; s3?: T };
type Reading = { site: WriteSite; s3Get: ChildModule };

/** Reads by id, against bare Koa with the same bytes, a real-time GET of OpenSearch, and a GET of S3. */
export const reads: Case = {
  name: 'reads',
  run: async (bench) => {
    const site = await WriteSite.shared(bench);
    const s3Get = bench.child(new URL('../references/s3-get-main.js', import.meta.url), site.env);
    const rows: Row[] = [];
    for (const subject of await subjectsAt(site)) rows.push(...(await measure(bench, { site, s3Get }, subject)));
    await s3Get.stop();
    return [...rows, await versionTwice(bench)];
  },
};

async function subjectsAt(site: WriteSite): Promise<Subject[]> {
  const { api, bodies } = site;
  const [ids, listed] = [await site.makeDocuments(DOCUMENTS), await site.makeDocuments(LISTED_DOCUMENTS)];
  await api.pushAll(listed, bodies[0] as string, LISTED_VERSIONS - 1);
  return [
    { name: 'document', pathOf: (id) => `/v1/documents/${id}`, ids, isInS3: true },
    { name: 'version', pathOf: (id) => `/v1/documents/${id}/versions/1`, ids, isInS3: true },
    {
      name: `list of ${LISTED_VERSIONS} versions`,
      pathOf: (id) => `/v1/documents/${id}/versions`,
      ids: listed,
      isInS3: false,
    },
  ];
}

async function measure(bench: Bench, { site, s3Get }: Reading, subject: Subject): Promise<Row[]> {
  const { name, pathOf, ids, isInS3 } = subject;
  const bodies = await Promise.all(ids.map((id) => site.api.get(pathOf(id))));
  const koa = bench.child(new URL('../references/bare-koa-main.js', import.meta.url));
  const { url } = await koa.ask<{ url: string }>({ bodies });
  const { openSearch } = await bench.backends();
  const own = planOfGets(site.service.url, ids.map(pathOf), { 'X-API-Key': site.key });
  const bare = planOfGets(
    url,
    bodies.map((_, n) => `/${n}`),
  );
  const raw = planOfGets(
    site.env['OPENSEARCH_URL'] as string,
    ids.map((id) => `/${site.env['INDEX_PREFIX']}/_doc/${id}?routing=${routingOf(id)}&preference=_primary`),
  );
  const s3: Leg = (seconds) => s3Get.ask({ clients: CLIENTS, seconds, keys: ids.map((id) => slotKey(id, 1)) });
  const samples = await interleave(bench, `reads of a ${name}`, {
    own: runsOf(bench, own, { clients: CLIENTS, watched: { service: site.service.pid } }),
    koa: runsOf(bench, bare, { clients: CLIENTS, watched: { reference: koa.pid } }),
    raw: runsOf(bench, raw, { clients: CLIENTS, watched: { reference: openSearch } }),
    ...(isInS3 && { s3 }),
  });
  await koa.stop();
  return rowsOf(name, samples);
}

function rowsOf(name: string, { own, koa, raw, s3 }: Legs<Sample[]>): Row[] {
  const perSecond = ({ perSecond: rate }: Sample) => rate;
  const rate = (measure: string, reference: string, against: Sample[]) =>
    compare({
      key: `reads/${name}/${measure}`,
      unit: '/s',
      reference,
      better: 'higher',
      own: series(own, perSecond),
      against: series(against, perSecond),
      ownCpu: series(own, cpuOf('service')),
      referenceCpu: series(against, cpuOf('reference')),
    });
  const [ownCpu, referenceCpu] = [series(own, cpuOf('service')), series(koa, cpuOf('reference'))];
  return [
    compare({
      key: `reads/${name}/own CPU`,
      unit: 'µs',
      reference: 'CPU of bare Koa',
      better: 'lower',
      own: ownCpu,
      against: referenceCpu,
      ownCpu,
      referenceCpu,
    }),
    rate('against bare Koa', 'bare Koa, the same bytes', koa),
    rate('against a GET of OpenSearch', 'OpenSearch, real-time GET', raw),
    ...(s3 ? [rate('against a GET of S3', 'S3, GET by the same SDK', s3)] : []),
  ];
}
