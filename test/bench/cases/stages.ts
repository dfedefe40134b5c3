import type { Bench } from '../bench.js';
import { freePorts } from '../../../scripts/stack/ports.js';
import { SearchSite } from '../corpus/search-site.js';
import { interleave, runsOf, type Leg } from '../measure.js';
import { compare, type Row } from '../report/row.js';
import type { Sample } from '../report/sample.js';
import { WriteSite } from '../support/write-site.js';
import type { Case } from './case.js';

const DOCUMENTS = 200;
/** By the port whose calls they wait for; one client's requests wait for one call at a time. */
const STAGES = { counters: 'Redis', index: 'OpenSearch', object_store: 'S3' } as const;

type Waited = Readonly<Record<keyof typeof STAGES, number>>;
type Staged = Sample & { waited: Waited };

/** Where one client's time goes: for each request, the milliseconds it waits for each part, and those that are left. */
export const stages: Case = {
  name: 'stages',
  isAside: true,
  run: async (bench) => [...(await searchStages(bench)), ...(await pushStages(bench))],
};

async function searchStages(bench: Bench): Promise<Row[]> {
  const size = bench.pace.sizes[0] as number;
  const { env } = await bench.corpus(size);
  const measured = await withMetrics();
  const service = await bench.serve({ ...env, ...measured.env });
  const site = await SearchSite.open(bench, size, service);
  const rows = await measure(bench, 'search', measured.staged(site.legs('three letters', 1).quire));
  await Promise.all([site.close(), service.stop()]);
  return rows;
}

async function pushStages(bench: Bench): Promise<Row[]> {
  const measured = await withMetrics();
  const site = await WriteSite.open(bench, { ...(await bench.emptyPlace()), ...measured.env });
  const plan = site.pushPlan(await site.makeDocuments(DOCUMENTS));
  const rows = await measure(bench, 'push', measured.staged(runsOf(bench, plan, { clients: 1, watched: {} })));
  await site.service.stop();
  return rows;
}

async function measure(bench: Bench, kind: 'search' | 'push', leg: Leg): Promise<Row[]> {
  const { samples } = await interleave(
    bench,
    `where the time of a ${kind} goes`,
    { samples: leg },
    { seconds: bench.pace.oneClientSeconds * 4 },
  );
  const staged = samples as Staged[];
  const whole = staged.map(({ perSecond }) => 1_000 / perSecond);
  const row = (stage: string, own: number[]) =>
    compare({
      key: `stages/${kind}/${stage}`,
      unit: 'ms',
      reference: 'the whole request',
      better: 'neither',
      own,
      against: whole,
    });
  const ports = Object.keys(STAGES) as (keyof typeof STAGES)[];
  const rest = staged.map(
    ({ waited }, round) => (whole[round] as number) - ports.reduce((sum, port) => sum + waited[port], 0),
  );
  return [
    ...ports
      .filter((port) => staged.some(({ waited }) => waited[port] > 0))
      .map((port) =>
        row(
          STAGES[port],
          staged.map(({ waited }) => waited[port]),
        ),
      ),
    row('the service itself, and the way to it', rest),
  ];
}

/** What makes a service tell how long it waits for its parts, and a leg that reads it. */
async function withMetrics(): Promise<{ env: Readonly<Record<string, string>>; staged(leg: Leg): Leg }> {
  const [port] = await freePorts(1);
  const url = `http://127.0.0.1:${port}/metrics`;
  return {
    env: { METRICS_PORT: String(port), WORKERS: '1' },
    staged:
      (leg) =>
      async (seconds): Promise<Staged> => {
        const before = await waitedSoFar(url);
        const sample = await leg(seconds);
        const after = await waitedSoFar(url);
        const waited = (name: keyof Waited) => ((after[name] - before[name]) * 1_000) / sample.sent;
        return {
          ...sample,
          waited: { counters: waited('counters'), index: waited('index'), object_store: waited('object_store') },
        };
      },
  };
}

/** Seconds since the service began. */
async function waitedSoFar(url: string): Promise<Waited> {
  const lines = (await (await fetch(url)).text()).split('\n');
  const sum = (port: keyof Waited) =>
    lines
      .filter((line) => line.startsWith(`quire_backend_call_duration_seconds_sum{port="${port}"`))
      .reduce((seconds, line) => seconds + Number(line.slice(line.lastIndexOf(' '))), 0);
  return { counters: sum('counters'), index: sum('index'), object_store: sum('object_store') };
}
