/**
 * Builds the console from `src/console` into `dist/console`: one page, and assets whose names change with their
 * contents.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, 'src/console');
const target = join(root, 'dist/console');

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['src/console/main.tsx', 'src/console/style/console.css'],
  outdir: join(target, 'assets'),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  target: ['es2023', 'chrome120', 'firefox121', 'safari17'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
});

const outputs = Object.entries(metafile.outputs);
const page = readFileSync(join(source, 'page.html'), 'utf8').replace(/\{(\w+)\.(\w+)\}/g, (_, name, extension) => {
  const made = outputs.find(([file, { entryPoint }]) => entryPoint !== undefined && isNamed(file, name, extension));
  if (made === undefined) throw new Error(`the console has no ${name}.${extension}`);
  return addressOf(made[0]);
});
writeFileSync(join(target, 'page.html'), page.replace('{preloads}', preloadsOf('main')));

function addressOf(file) {
  return `console/assets/${basename(file)}`;
}

/** What a program imports at once is asked for beside it, not after it. */
function preloadsOf(name) {
  const [, { imports }] = outputs.find(([file]) => isNamed(file, name, 'js'));
  return imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => `<link rel="modulepreload" href="${addressOf(path)}" />`)
    .join('\n    ');
}

function isNamed(file, name, extension) {
  return basename(file).startsWith(`${name}-`) && file.endsWith(`.${extension}`);
}
