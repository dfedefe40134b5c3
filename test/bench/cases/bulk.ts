import type { Bench } from '../bench.js';
import { Words } from '../corpus/words.js';
import { interleave, runsOf, type Leg } from '../measure.js';
import { compareLegs, type Row } from '../report/row.js';
import { cpuMicrosOf } from '../support/process-tree.js';
import { WriteSite } from '../support/write-site.js';
import { CLIENTS, type Case } from './case.js';

/** As many as the client sends in one request. */
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
  const plan = site.createPlan(documents.map((document) => JSON.stringify(document)));
  const { name: pace, rounds } = bench.pace;
  const samples = await interleave(
    bench,
    `${mode} bulk requests`,
    {
      'one stream': bulkOf(site, body, STREAMS['one stream']),
      'two streams': bulkOf(site, body, STREAMS['two streams']),
      singles: runsOf(bench, plan, { clients: CLIENTS, watched: { service: site.service.pid } }),
    },
    { rounds: bench.options.rounds ?? (pace === 'full' ? ROUNDS : rounds) },
  );
  return (['one stream', 'two streams'] as const).map((streams) =>
    compareLegs({
      key: `bulk/${mode}, ${streams}/creates`,
      reference: `a request each, ${CLIENTS} clients`,
      own: samples[streams],
      against: samples.singles,
      cpu: ['service', 'service'],
    }),
  );
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
