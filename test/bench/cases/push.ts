import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content } from '../../../src/domain/document.js';
import { documentToMarkdown } from '../../../src/markdown/document-to-markdown.js';
import type { Bench } from '../bench.js';
import { interleave, runsOf, type Leg } from '../measure.js';
import { compare, series } from '../report/row.js';
import { cpuOf } from '../report/sample.js';
import { measureProgram } from '../support/measured-program.js';
import { cpuMicrosOf } from '../support/process-tree.js';
import { QUIRE } from '../support/service.js';
import { WriteSite } from '../support/write-site.js';
import type { Case } from './case.js';

const FILES = { full: 10_000, quick: 1_000 } as const;
const FILES_A_FOLDER = 100;
const DOCUMENTS = 1_000;
const CLIENTS = 64;

/** `quire push` of a directory, each time under other keys, against pushes of single versions. */
export const push: Case = {
  name: 'push',
  isAside: true,
  run: async (bench) => {
    const site = await WriteSite.shared(bench);
    const files = FILES[bench.pace.name];
    const directory = await writeFiles(bench, site, files);
    const plan = site.pushPlan(await site.makeDocuments(DOCUMENTS));
    const versions = runsOf(bench, plan, { clients: CLIENTS, watched: { service: site.service.pid } });
    await versions(bench.pace.warmUpSeconds);
    const legs = { directory: pushes(site, directory, files), versions };
    const samples = await interleave(bench, `pushes of ${files} files`, legs, { isWarm: true });
    return [
      compare({
        key: `push/${files} files/documents`,
        unit: '/s',
        reference: `pushes of ${CLIENTS} clients`,
        better: 'higher',
        own: series(samples.directory, ({ perSecond }) => perSecond),
        against: series(samples.versions, ({ perSecond }) => perSecond),
        ownCpu: series(samples.directory, cpuOf('service')),
        referenceCpu: series(samples.versions, cpuOf('service')),
      }),
    ];
  },
};

/** With the documents that the single pushes have. */
async function writeFiles(bench: Bench, { bodies }: WriteSite, files: number): Promise<string> {
  const { DATA_DIR: directory = '' } = await bench.emptyFolder();
  for (let n = 0; n < files; n++) {
    const folder = join(directory, `folder-${Math.floor(n / FILES_A_FOLDER)}`);
    const content = JSON.parse(bodies[n % bodies.length] as string) as Content;
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${n}.md`), documentToMarkdown({ ...content, visibility: 'private' }));
  }
  return directory;
}

function pushes({ service, key }: WriteSite, directory: string, files: number): Leg {
  const env = { QUIRE_URL: service.url, QUIRE_API_KEY: key };
  let round = 0;
  return async () => {
    const cpuBefore = cpuMicrosOf(service.pid);
    const args = [QUIRE, 'push', directory, '--pipeline', `round-${round++}`, '--json'];
    const { seconds, lines } = await measureProgram({ args, env });
    const { summary } = JSON.parse(lines.at(-1) ?? '') as { summary: { created: number } };
    if (summary.created !== files) throw new Error(`${summary.created} documents were made, not ${files}`);
    const cpuMicros = { service: (cpuMicrosOf(service.pid) - cpuBefore) / files };
    return { perSecond: files / seconds, sent: files, kinds: {}, cpuMicros };
  };
}
