import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Content } from '../../../src/domain/document.js';
import { documentToMarkdown } from '../../../src/markdown/document-to-markdown.js';
import type { Bench } from '../bench.js';
import { interleave, onceEach, runsOf, type Leg } from '../measure.js';
import { compareLegs, type Row } from '../report/row.js';
import type { Sample } from '../report/sample.js';
import { measureProgram } from '../support/measured-program.js';
import { cpuMicrosOf } from '../support/process-tree.js';
import { QUIRE } from '../support/service.js';
import { WriteSite } from '../support/write-site.js';
import type { Case } from './case.js';

const FILES = { full: 10_000, quick: 1_000 } as const;
const FILES_A_FOLDER = 100;
const DOCUMENTS = 1_000;
const CLIENTS = 64;
/** More than all rounds together make: a key that comes again makes nothing. */
const PUTS = 40_000;

/**
 * `quire push` of a directory, of files that are new and of files that have changed, against pushes of single versions.
 * A new file takes twice the objects of a version, so it is also held against puts of single documents by key.
 */
export const push: Case = {
  name: 'push',
  isAside: true,
  run: async (bench) => {
    const site = await WriteSite.shared(bench);
    const files = FILES[bench.pace.name];
    const directory = await writeFiles(bench, site, files);
    const plan = site.pushPlan(await site.makeDocuments(DOCUMENTS));
    const pushes = runsOf(bench, plan, { clients: CLIENTS, watched: { service: site.service.pid } });
    await pushes(bench.pace.warmUpSeconds);
    await pushOf(site, { directory, files, pipeline: 'changed', action: 'created' });
    const legs = {
      made: madeFiles(site, directory, files),
      puts: onceEach(bench, site.putPlan(PUTS), { clients: CLIENTS, watched: { service: site.service.pid } }),
      changed: changedFiles(site, directory, files),
      pushes,
    };
    const samples = await interleave(bench, `pushes of ${files} files`, legs, { isWarm: true });
    const row = (name: 'made' | 'changed', against: 'pushes' | 'puts') =>
      rowOf(`${files} files ${name}`, against, { own: samples[name], reference: samples[against] });
    return [row('made', 'pushes'), row('made', 'puts'), row('changed', 'pushes')];
  },
};

function rowOf(
  what: string,
  against: 'pushes' | 'puts',
  { own, reference }: Record<'own' | 'reference', Sample[]>,
): Row {
  return compareLegs({
    key: `push/${what}/against ${against}`,
    reference: `${against === 'puts' ? 'puts by key' : 'pushes'} of ${CLIENTS} clients`,
    own,
    against: reference,
    cpu: ['service', 'service'],
  });
}

/** With the documents that the single pushes have. */
async function writeFiles(bench: Bench, { bodies }: WriteSite, files: number): Promise<string> {
  const { DATA_DIR: directory = '' } = await bench.emptyFolder();
  for (let n = 0; n < files; n++) {
    const content = JSON.parse(bodies[n % bodies.length] as string) as Content;
    await mkdir(dirname(fileAt(directory, n)), { recursive: true });
    await writeFile(fileAt(directory, n), documentToMarkdown(content));
  }
  return directory;
}

function fileAt(directory: string, n: number): string {
  return join(directory, `folder-${Math.floor(n / FILES_A_FOLDER)}`, `${n}.md`);
}

/** Each time under other keys. */
function madeFiles(site: WriteSite, directory: string, files: number): Leg {
  let round = 0;
  return () => pushOf(site, { directory, files, pipeline: `round-${round++}`, action: 'created' });
}

function changedFiles(site: WriteSite, directory: string, files: number): Leg {
  return async () => {
    for (let n = 0; n < files; n++) await appendFile(fileAt(directory, n), '\nOne more paragraph.\n');
    return pushOf(site, { directory, files, pipeline: 'changed', action: 'updated' });
  };
}

type Pushed = { directory: string; files: number; pipeline: string; action: 'created' | 'updated' };

async function pushOf({ service, key }: WriteSite, { directory, files, pipeline, action }: Pushed): ReturnType<Leg> {
  const cpuBefore = cpuMicrosOf(service.pid);
  const args = [QUIRE, 'push', directory, '--pipeline', pipeline, '--json'];
  const { seconds, lines } = await measureProgram({ args, env: { QUIRE_URL: service.url, QUIRE_API_KEY: key } });
  const { summary } = JSON.parse(lines.at(-1) ?? '') as { summary: Record<Pushed['action'], number> };
  if (summary[action] !== files) throw new Error(`${summary[action]} documents were ${action}, not ${files}`);
  const cpuMicros = { service: (cpuMicrosOf(service.pid) - cpuBefore) / files };
  return { perSecond: files / seconds, sent: files, kinds: {}, cpuMicros };
}
