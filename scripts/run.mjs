/**
 * `node scripts/run.mjs NAME ARGS…`: makes the checkout ready, then becomes that command, in this same process, so
 * that signals reach it.
 */
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { prepare, projectRoot } from './prepare.mjs';

const ENTRIES = {
  quire: 'dist/src/main.js',
  stack: 'dist/scripts/stack/main.js',
  protocol: 'dist/test/protocol/main.js',
  demo: 'dist/scripts/demo/main.js',
  pictures: 'dist/scripts/pictures/main.js',
  'client-types': 'dist/scripts/client-types/main.js',
  tables: 'dist/scripts/tables/main.js',
  test: 'dist/test/run.js',
  acceptance: 'dist/test/acceptance-run.js',
  crashes: 'dist/test/crashes/main.js',
  soak: 'dist/test/soak/main.js',
  'reindex-trial': 'dist/test/maintenance/trial-main.js',
  bench: 'dist/test/bench/main.js',
};

const [name, ...rest] = process.argv.slice(2);
// Some who call it leave the dashes in that keep options from themselves.
const dashes = rest.indexOf('--');
const args = dashes < 0 ? rest : rest.toSpliced(dashes, 1);
if (!Object.hasOwn(ENTRIES, name ?? '')) {
  process.stderr.write(`usage: node scripts/run.mjs ${Object.keys(ENTRIES).join('|')} ARGS…\n`);
  process.exit(2);
}
try {
  await prepare();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
const entry = join(projectRoot, ENTRIES[name]);
process.argv = [process.argv[0], entry, ...args];
await import(pathToFileURL(entry).href);
