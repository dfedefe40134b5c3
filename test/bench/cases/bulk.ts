import type { Bench } from '../bench.js';
import { Words } from '../corpus/words.js';
import { PlanBuilder } from '../driver/plan-builder.js';
import { interleave, runsOf, type Leg } from '../measure.js';
import { compare, series, type Row } from '../report/row.js';
import { cpuOf } from '../report/sample.js';
import { cpuMicrosOf } from '../support/process-tree.js';
import { WriteSite } from '../support/write-site.js';
import { CLIENTS, type Case } from './case.js';

/** As many as `quire/client` sends in one request. */
const LINES = 1_000;
const STREAMS = { 'one stream': 1, 'two streams': 2 } as const;
const ROUNDS = 9;

/** Creates of small documents by bulk requests, one after the other, against a request for each. */
export const bulk: Case = {
  name: 'bulk',
  run: async (bench) => {
    const embedded = await WriteSite.open(bench, await bench.emptyFolder());
    const rows = await measure(bench, 'embedded', embedded);
    await embedded.service.stop();
    return [...rows, ...(await measure(bench, 'cluster', await WriteSite.shared(bench)))];
  },
};

async function measure(bench: Bench, mode: string, site: WriteSite): Promise<Row[]> {
  const random = bench.random('bulk');
  const words = new Words(random);
  const documents = Array.from({ length: LINES }, () => {
    const blocks = [{ type: 'paragraph', content: words.sentence(random, 10) }];
    return { title: words.sentence(random, 4), blocks };
  });
  const body = documents.map((document) => `${JSON.stringify({ op: 'create', document })}\n`).join('');
  const { name: pace, rounds } = bench.pace;
  const samples = await interleave(
    bench,
    `${mode} bulk requests`,
    {
      'one stream': bulkOf(site, body, STREAMS['one stream']),
      'two streams': bulkOf(site, body, STREAMS['two streams']),
      singles: singles(bench, site, documents),
    },
    { rounds: bench.options.rounds ?? (pace === 'full' ? ROUNDS : rounds) },
  );
  return (['one stream', 'two streams'] as const).map((streams) =>
    compare({
      key: `bulk/${mode}, ${streams}/creates`,
      unit: '/s',
      reference: `a request each, ${CLIENTS} clients`,
      better: 'higher',
      own: series(samples[streams], ({ perSecond }) => perSecond),
      against: series(samples.singles, ({ perSecond }) => perSecond),
      ownCpu: series(samples[streams], cpuOf('service')),
      referenceCpu: series(samples.singles, cpuOf('service')),
    }),
  );
}

function singles(bench: Bench, { service, key }: WriteSite, documents: readonly object[]): Leg {
  const plan = new PlanBuilder();
  const target = plan.target(service.url);
  for (const document of documents) {
    const body = plan.body(JSON.stringify(document));
    const headers = { 'X-API-Key': key };
    plan.add({ kind: 'create', target, method: 'POST', path: '/v1/documents', headers, body, status: 201 });
  }
  return runsOf(bench, plan.build(), { clients: CLIENTS, watched: { service: service.pid } });
}

/** Whole requests until the time is over. */
function bulkOf(site: WriteSite, body: string, streams: number): Leg {
  return async (seconds) => {
    const cpuBefore = cpuMicrosOf(site.service.pid);
    const begunAt = performance.now();
    let sent = 0;
    const stream = async () => {
      do {
        await post(site, body);
        sent += LINES;
      } while (performance.now() < begunAt + seconds * 1_000);
    };
    await Promise.all(Array.from({ length: streams }, stream));
    const perSecond = (sent * 1_000) / (performance.now() - begunAt);
    const cpuMicros = { service: (cpuMicrosOf(site.service.pid) - cpuBefore) / sent };
    return { perSecond, sent, kinds: {}, cpuMicros };
  };
}

async function post({ service, key }: WriteSite, body: string): Promise<void> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/x-ndjson' };
  const answer = await fetch(`${service.url}/v1/bulk`, { method: 'POST', headers, body });
  const text = await answer.text();
  const created = text.split('"status":201').length - 1;
  if (created !== LINES) throw new Error(`of ${LINES} lines ${created} were created: ${text.slice(0, 500)}`);
}
