/**
 * Makes a checkout ready to run: its packages and its compiled files, each only where it is missing or out of date.
 * Plain JavaScript without dependencies, as it runs before there are any.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, lstatSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCE_FOLDERS = ['src', 'test', 'scripts'];
const NPM_CI = ['npm', 'ci', '--include=dev', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'];
const TYPESCRIPT = 'node_modules/typescript/bin/tsc';
const CONSOLE_BUILD = 'scripts/build-console.mjs';

/**
 * Installs and builds where needed, and says so in one line each on standard error. Of several processes one does it
 * and the others wait. Throws an Error whose message says what failed.
 *
 * @param {string} root the folder of package.json
 * @param {{ compile?: boolean }} options `compile: false` installs only
 */
export async function prepare(root = projectRoot, { compile = true } = {}) {
  const isReady = () => isInstalled(root) && (!compile || isBuilt(root));
  if (isReady()) return;
  const work = async () => {
    if (!isInstalled(root)) await install(root);
    if (compile && !isBuilt(root)) await build(root);
  };
  const onWait = (pid) => say(`waiting for process ${pid}, which does it already`);
  await withLock(join(root, '.stack/prepare.lock'), work, onWait);
}

function isInstalled(root) {
  // Another checkout keeps such packages up to date. npm would follow the link and empty the folder.
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) return true;
  const stamp = readJson(installStamp(root));
  if (stamp !== undefined && stamp.abi !== abi()) return false;
  return stamp?.packages === packagesHash(root) || installedByHand(root);
}

/** npm writes its own record into node_modules last, so that a newer one tells of a whole installation. */
function installedByHand(root) {
  const record = modifiedAt(join(root, 'node_modules/.package-lock.json'));
  return record !== undefined && record >= (modifiedAt(join(root, 'package-lock.json')) ?? Infinity);
}

/** With what compiles and tests, as this is a checkout; no package runs a program of its own at its installation. */
async function install(root) {
  say('installing packages (npm ci)');
  await run(root, 'npm ci', NPM_CI);
  writeFileSync(installStamp(root), JSON.stringify({ packages: packagesHash(root), abi: abi() }));
}

function isBuilt(root) {
  return readJson(buildStamp(root))?.hash === fingerprint(root, sourcesOf(root));
}

/** The stamp goes first and comes back last: a build that was stopped is never taken for a whole one. */
async function build(root) {
  const sources = sourcesOf(root);
  const hash = fingerprint(root, sources);
  const before = readJson(buildStamp(root))?.sources ?? [];
  say('compiling (tsc)');
  if (before.some((source) => !sources.includes(source))) rmSync(join(root, 'dist'), { recursive: true, force: true });
  rmSync(buildStamp(root), { force: true });
  await run(root, 'tsc', [process.execPath, join(root, TYPESCRIPT), '-p', 'tsconfig.json']);
  await run(root, 'the build of the console', [process.execPath, join(root, CONSOLE_BUILD)]);
  writeFileSync(buildStamp(root), JSON.stringify({ hash, sources }));
}

function sourcesOf(root) {
  return SOURCE_FOLDERS.filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(?:m?ts|tsx|css|html)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

function fingerprint(root, sources) {
  const hash = createHash('sha256');
  for (const file of [...sources, CONSOLE_BUILD, 'tsconfig.json', 'package-lock.json']) {
    const { size, mtimeMs } = statSync(join(root, file));
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function packagesHash(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function abi() {
  return `${process.platform}-${process.arch}-${process.versions.modules}`;
}

/** Standard output stays free for what the command itself prints. A signal ends the program with this process. */
async function run(root, name, [program, ...args]) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 2, 2] });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  let stoppedBy;
  const stop = (signal) => {
    stoppedBy = signal;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, stop);
  try {
    const [code] = await once(child, 'exit');
    if (stoppedBy !== undefined) throw new Error(`${name} was stopped by ${stoppedBy}`);
    if (code !== 0) throw new Error(`${name} failed, see above`);
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

function installStamp(root) {
  return join(root, 'node_modules/.quire-installed.json');
}

function buildStamp(root) {
  return join(root, 'dist/.built.json');
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function modifiedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

function say(line) {
  process.stderr.write(`prepare: ${line}\n`);
}
