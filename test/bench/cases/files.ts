import type { Bench } from '../bench.js';
import type { LoadPlan } from '../driver/load.js';
import { PlanBuilder } from '../driver/plan-builder.js';
import { interleave, type Leg } from '../measure.js';
import { compareLegs, type Row } from '../report/row.js';
import { CORES, moveToCore, onCore } from '../support/cores.js';
import { PushedDirectory } from '../support/pushed-directory.js';
import { WriteSite } from '../support/write-site.js';
import type { Case } from './case.js';

const FILES = { embedded: { full: 10_000, quick: 1_000 }, cluster: { full: 2_000, quick: 1_000 } } as const;
const CLIENTS = 64;
/** No run takes so long: it ends when each file was put. */
const MOST_SECONDS = 60;
const PUSHED = 'pushed';
const PUT = 'put';

/** `quire push` of files that have changed, against clients that put the same Markdown, each on a core of its own. */
export const files: Case = {
  name: 'files',
  isAside: true,
  run: async (bench) => {
    const rows: Row[] = [];
    for (const mode of ['embedded', 'cluster'] as const) rows.push(await measure(bench, mode));
    return rows;
  },
};

async function measure(bench: Bench, mode: 'embedded' | 'cluster'): Promise<Row> {
  const isEmbedded = mode === 'embedded';
  const site = await WriteSite.open(bench, isEmbedded ? await bench.emptyFolder() : await bench.emptyPlace());
  moveToCore(site.service.pid, CORES.service);
  moveToCore(bench.driver.pid, CORES.clients);
  const directory = await PushedDirectory.make(bench, site, FILES[mode][bench.pace.name]);
  const under = onCore(CORES.clients);
  for (const pipeline of [PUSHED, PUT]) await directory.push({ pipeline, action: 'created', under });
  const changed: Leg = async () => {
    await directory.changeAll();
    return directory.push({ pipeline: PUSHED, action: 'updated', under });
  };
  const how = { clients: CLIENTS, seconds: MOST_SECONDS, most: directory.count };
  const puts: Leg = () => bench.driver.run(planOfPuts(site, directory), how, { service: site.service.pid });
  const samples = await interleave(
    bench,
    `${mode}: pushes of ${directory.count} files`,
    { changed, puts },
    { isWarm: true },
  );
  await site.service.stop();
  return compareLegs({
    key: `files/${mode} ${directory.count} changed/against puts`,
    reference: `puts of ${CLIENTS} clients, the same Markdown`,
    own: samples.changed,
    against: samples.puts,
    cpu: ['service', 'service'],
  });
}

/** What the last push sent, each file once. */
function planOfPuts({ service, key }: WriteSite, directory: PushedDirectory): LoadPlan {
  const plan = new PlanBuilder();
  const target = plan.target(service.url);
  const bodies = Array.from({ length: directory.differing }, (_, n) => plan.body(directory.textOf(n)));
  const headers = { 'X-API-Key': key, 'Content-Type': 'text/markdown' };
  for (let n = 0; n < directory.count; n++) {
    const path = `/v1/documents/by-key/${PUT}/${directory.pathOf(n)}`;
    const body = bodies[n % bodies.length] as number;
    plan.add({ kind: 'put', target, method: 'PUT', path, headers, body, status: 200 });
  }
  return plan.build();
}
