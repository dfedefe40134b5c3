import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Content } from '../../../src/domain/document.js';
import { documentToMarkdown } from '../../../src/markdown/document-to-markdown.js';
import type { Bench } from '../bench.js';
import type { LoadPlan } from '../driver/load.js';
import { PlanBuilder } from '../driver/plan-builder.js';
import { interleave, type Leg } from '../measure.js';
import { compareLegs, type Row } from '../report/row.js';
import { CORES, moveToCore, onCore } from '../support/cores.js';
import { measureProgram } from '../support/measured-program.js';
import { cpuMicrosOf } from '../support/process-tree.js';
import { QUIRE } from '../support/service.js';
import { WriteSite } from '../support/write-site.js';
import type { Case } from './case.js';

const FILES = { embedded: { full: 10_000, quick: 1_000 }, cluster: { full: 2_000, quick: 500 } } as const;
const FILES_A_FOLDER = 100;
const CLIENTS = 64;
const CHANGE = '\nOne more paragraph.\n';
/** No run takes so long: it ends when each file was put. */
const MOST_SECONDS = 60;
const PUSHED = 'pushed';
const PUT = 'put';

/** `round`: how often every file was changed. */
type Site = { own: WriteSite; directory: string; texts: readonly string[]; count: number; round: number };

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
  const own = await WriteSite.open(bench, isEmbedded ? await bench.emptyFolder() : await bench.emptyPlace());
  moveToCore(own.service.pid, CORES.service);
  moveToCore(bench.driver.pid, CORES.clients);
  const site = await writeFiles(bench, own, FILES[mode][bench.pace.name]);
  for (const pipeline of [PUSHED, PUT]) await pushOf(site, pipeline, 'created');
  const legs = { changed: changedFiles(site), puts: putsOf(bench, site) };
  const samples = await interleave(bench, `${mode}: pushes of ${site.count} files`, legs, { isWarm: true });
  await own.service.stop();
  return compareLegs({
    key: `files/${mode} ${site.count} changed/against puts`,
    reference: `puts of ${CLIENTS} clients, the same Markdown`,
    own: samples.changed,
    against: samples.puts,
    cpu: ['service', 'service'],
  });
}

async function writeFiles(bench: Bench, own: WriteSite, count: number): Promise<Site> {
  const { DATA_DIR: directory = '' } = await bench.emptyFolder();
  const texts = own.bodies.map((body) => documentToMarkdown(JSON.parse(body) as Content));
  for (let n = 0; n < count; n++) {
    const file = join(directory, pathOf(n));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, texts[n % texts.length] as string);
  }
  return { own, directory, texts, count, round: 0 };
}

function pathOf(n: number): string {
  return `folder-${Math.floor(n / FILES_A_FOLDER)}/${n}.md`;
}

function changedFiles(site: Site): Leg {
  return async () => {
    site.round++;
    for (let n = 0; n < site.count; n++) await appendFile(join(site.directory, pathOf(n)), CHANGE);
    return pushOf(site, PUSHED, 'updated');
  };
}

async function pushOf({ own, directory, count }: Site, pipeline: string, action: 'created' | 'updated') {
  const { service, key } = own;
  const cpuBefore = cpuMicrosOf(service.pid);
  const push = [QUIRE, 'push', directory, '--pipeline', pipeline, '--json'];
  const [program, ...args] = [...onCore(CORES.clients), process.execPath, ...push] as [string, ...string[]];
  const env = { QUIRE_URL: service.url, QUIRE_API_KEY: key };
  const { seconds, lines } = await measureProgram({ program, args, env });
  const { summary } = JSON.parse(lines.at(-1) ?? '') as { summary: Record<typeof action, number> };
  if (summary[action] !== count) throw new Error(`${summary[action]} documents were ${action}, not ${count}`);
  const cpuMicros = { service: (cpuMicrosOf(service.pid) - cpuBefore) / count };
  return { perSecond: count / seconds, sent: count, kinds: {}, cpuMicros };
}

/** What the last push sent, each file once. */
function putsOf(bench: Bench, site: Site): Leg {
  const how = { clients: CLIENTS, seconds: MOST_SECONDS, most: site.count };
  return () => bench.driver.run(planOfPuts(site), how, { service: site.own.service.pid });
}

function planOfPuts({ own, texts, count, round }: Site): LoadPlan {
  const plan = new PlanBuilder();
  const target = plan.target(own.service.url);
  const bodies = texts.map((text) => plan.body(text + CHANGE.repeat(round)));
  const headers = { 'X-API-Key': own.key, 'Content-Type': 'text/markdown' };
  for (let n = 0; n < count; n++) {
    const path = `/v1/documents/by-key/${PUT}/${pathOf(n)}`;
    const body = bodies[n % bodies.length] as number;
    plan.add({ kind: 'put', target, method: 'PUT', path, headers, body, status: 200 });
  }
  return plan.build();
}
