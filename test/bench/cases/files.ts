import { USUAL_LIMITS } from '../../../src/markdown/check-limits.js';
import { convertMarkdown } from '../../../src/markdown/convert-markdown.js';
import type { Bench, Mode } from '../bench.js';
import type { LoadPlan } from '../driver/load.js';
import { PlanBuilder } from '../driver/plan-builder.js';
import { interleave, type Leg } from '../measure.js';
import { compareCpu, compareLegs, type Row } from '../report/row.js';
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
const AS_BLOCKS = 'blocks';

/**
 * `quire push` of files that have changed, against clients that put the same Markdown, each on a core of its own. And
 * those puts against puts of the blocks that the service makes of it.
 */
export const files: Case = {
  name: 'files',
  isAside: true,
  run: async (bench) => {
    const rows: Row[] = [];
    for (const mode of ['embedded', 'cluster'] as const) rows.push(...(await measure(bench, mode)));
    return rows;
  },
};

async function measure(bench: Bench, mode: Mode): Promise<Row[]> {
  const site = await WriteSite.open(bench, await bench.emptyOf(mode));
  moveToCore(site.service.pid, CORES.service);
  moveToCore(bench.driver.pid, CORES.clients);
  const directory = await PushedDirectory.make(bench, site, FILES[mode][bench.pace.name]);
  const under = onCore(CORES.clients);
  for (const pipeline of [PUSHED, PUT, AS_BLOCKS]) await directory.push({ pipeline, action: 'created', under });
  const changed: Leg = async () => {
    await directory.changeAll();
    return directory.push({ pipeline: PUSHED, action: 'updated', under });
  };
  const how = { clients: CLIENTS, seconds: MOST_SECONDS, most: directory.count };
  const putsOf =
    (pipeline: typeof PUT | typeof AS_BLOCKS): Leg =>
    () =>
      bench.driver.run(planOfPuts(site, directory, pipeline), how, { service: site.service.pid });
  const samples = await interleave(
    bench,
    `${mode}: pushes of ${directory.count} files`,
    { changed, puts: putsOf(PUT), blocks: putsOf(AS_BLOCKS) },
    { isWarm: true },
  );
  await site.service.stop();
  const cpu = ['service', 'service'] as const;
  return [
    compareLegs({
      key: `files/${mode} ${directory.count} changed/against puts`,
      reference: `puts of ${CLIENTS} clients, the same Markdown`,
      ...{ own: samples.changed, against: samples.puts, cpu },
    }),
    compareCpu({
      key: `files/${mode} puts of Markdown/own CPU`,
      reference: 'puts of the blocks that it has',
      ...{ own: samples.puts, against: samples.blocks, cpu },
    }),
  ];
}

/** What the last push sent, each file once. */
function planOfPuts(
  { service, key }: WriteSite,
  directory: PushedDirectory,
  pipeline: typeof PUT | typeof AS_BLOCKS,
): LoadPlan {
  const plan = new PlanBuilder();
  const target = plan.target(service.url);
  const isFile = pipeline === PUT;
  const bodies = Array.from({ length: directory.differing }, (_, n) => {
    const text = directory.textOf(n);
    return plan.body(isFile ? text : blocksOf(text));
  });
  const headers = { 'X-API-Key': key, 'Content-Type': isFile ? 'text/markdown' : 'application/json' };
  for (let n = 0; n < directory.count; n++) {
    const path = `/v1/documents/by-key/${pipeline}/${directory.pathOf(n)}`;
    const body = bodies[n % bodies.length] as number;
    plan.add({ kind: 'put', target, method: 'PUT', path, headers, body, status: 200 });
  }
  return plan.build();
}

function blocksOf(text: string): string {
  const { title, metadata, blocks } = convertMarkdown(text, USUAL_LIMITS) ?? {};
  return JSON.stringify({ title, metadata, blocks });
}
