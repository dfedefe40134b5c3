/**
 * `node scripts/run.mjs NAME ARGS…`: makes the checkout ready, then becomes that command, in this same process, so
 * that signals reach it.
 */
import { realpathSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { inNewerNode } from './newer-node.mjs';
import { prepare, projectRoot } from './prepare.mjs';

const ENTRIES = {
  quire: 'dist/src/main.js',
  stack: 'dist/scripts/stack/main.js',
  protocol: 'dist/test/protocol/main.js',
  demo: 'dist/scripts/demo/main.js',
  corpus: 'dist/scripts/corpus/main.js',
  pictures: 'dist/scripts/pictures/main.js',
  'client-types': 'dist/scripts/client-types/main.js',
  'pack-client': 'dist/scripts/pack-client/main.js',
  tables: 'dist/scripts/tables/main.js',
  test: 'dist/test/run.js',
  acceptance: 'dist/test/acceptance-run.js',
  crashes: 'dist/test/crashes/main.js',
  soak: 'dist/test/soak/main.js',
  'reindex-trial': 'dist/test/maintenance/trial-main.js',
  bench: 'dist/test/bench/main.js',
};

/**
 * Commands about a directory or a file, whose path is from where the user is. Others stay in the checkout, where npm
 * begins scripts: a relative DATA_DIR is from there.
 */
const OF_A_PATH = ['push', 'put', 'status', 'pull'];

const [name, ...rest] = process.argv.slice(2);
// Some who call it leave the dashes in that keep options from themselves.
const dashes = rest.indexOf('--');
const args = rest.filter((_, at) => at !== dashes);
if (!Object.hasOwn(ENTRIES, name ?? '')) {
  process.stderr.write(`usage: node scripts/run.mjs ${Object.keys(ENTRIES).join('|')} ARGS…\n`);
  process.exit(2);
}
await inNewerNode();
try {
  await prepare();
  if (name === 'quire' && OF_A_PATH.includes(args[0]) && isOurScript()) process.chdir(process.env.INIT_CWD);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
// Of this process and of those that it starts: a command starts in half the time.
process.env.NODE_COMPILE_CACHE ??= join(projectRoot, '.stack/compile-cache');
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
const entry = join(projectRoot, ENTRIES[name]);
process.argv = [process.argv[0], entry, ...args];
await import(pathToFileURL(entry).href);

/** Processes inherit npm's variables: they may be those of another package's script, or of one that runs this. */
function isOurScript() {
  const { INIT_CWD, npm_lifecycle_event: script, npm_package_json: manifest } = process.env;
  if (!INIT_CWD || script !== 'quire' || !manifest || !isSame(manifest, join(projectRoot, 'package.json')))
    return false;
  return isSame(process.cwd(), projectRoot);
}

function isSame(path, other) {
  try {
    return realpathSync(path) === realpathSync(other);
  } catch {
    return false;
  }
}
