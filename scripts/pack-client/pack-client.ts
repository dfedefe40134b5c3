import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { projectRoot } from '../stack/project-root.js';

/**
 * `quire` belongs to another project, which stubs functions in tests, and a scope would have to be somebody's.
 * `npm view` found nothing under this name in November 2026. It says what the service is about: `quire-client` might be
 * taken for one of the task manager Quire.
 */
export const CLIENT_PACKAGE = 'quire-documents';

const ROOT = projectRoot();
const ENTRY = 'client';
const run = promisify(execFile);

type Manifest = { version: string; license: string };

/** Makes the folder `into/quire-documents` and the package of it, whose path is returned. Both are made anew. */
export async function packClient(into: string): Promise<string> {
  const folder = join(resolve(into), CLIENT_PACKAGE);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all([writeProgram(folder), writeTypes(folder), writeManifest(folder), copyTexts(folder)]);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', resolve(into)], { cwd: folder });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return join(resolve(into), filename);
}

/** One file, so that a page of a browser loads it with one request. */
async function writeProgram(folder: string): Promise<void> {
  await build({
    entryPoints: [join(ROOT, 'src/client/client.ts')],
    outfile: join(folder, `${ENTRY}.js`),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'warning',
  });
}

async function writeTypes(folder: string): Promise<void> {
  const project = join(ROOT, 'src/client');
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, '-p', project, '--rootDir', project, '--outDir', folder, '--incremental', 'false']);
}

async function writeManifest(folder: string): Promise<void> {
  const { version, license } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Manifest;
  const manifest = {
    name: CLIENT_PACKAGE,
    version,
    description: 'Typed client of Quire, a document hosting service, for Node, browsers and edge runtimes.',
    keywords: ['quire', 'documents', 'markdown', 'client'],
    license,
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: `./${ENTRY}.d.ts`, default: `./${ENTRY}.js` } },
    engines: { node: '>=20' },
    // npm publishes no pre-release as the newest release.
    publishConfig: { access: 'public', tag: version.includes('-') ? 'next' : 'latest' },
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function copyTexts(folder: string): Promise<void> {
  await copyFile(join(ROOT, 'scripts/pack-client/README.md'), join(folder, 'README.md'));
  await copyFile(join(ROOT, 'docs/CLIENT.md'), join(folder, 'GUIDE.md'));
  await copyFile(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
}
