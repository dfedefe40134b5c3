/**
 * For a checkout on a Node that is too old: gets a newer one from the package registry into `scripts/node`, and runs
 * the same command in it. Plain JavaScript that Node 18 can read.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The same as `engines` in package.json: from there on Node has SQLite 3.51.3. */
export function isNewEnough(version) {
  const [major, minor, patch] = version.split('.').map(Number);
  if (major === 22) return minor > 22 || (minor === 22 && patch >= 3);
  return major === 24 ? minor >= 15 : major > 24;
}

/**
 * Returns where this Node will do; otherwise it runs the command in a newer one, and ends with its exit code.
 *
 * @param {{ version?: string, root?: string }} options of this Node; the folder of `scripts`
 */
export async function inNewerNode({ version = process.versions.node, root = projectRoot } = {}) {
  if (isNewEnough(version)) return;
  const folder = join(root, 'scripts/node');
  try {
    if (!isInstalled(folder)) await withLock(join(root, '.stack/newer-node.lock'), () => install(folder), waiting);
    const { code, signal } = await run(nodeFile(folder), [...process.execArgv, ...process.argv.slice(1)]);
    process.exit(code ?? 128 + constants.signals[signal]);
  } catch (error) {
    say(`Quire needs Node 22.22.3 or 24.15, and this is ${version}: ${error.message}`);
    process.exit(1);
  }
}

async function install(folder) {
  if (isInstalled(folder)) return;
  say('this Node is too old: getting a newer one into scripts/node (npm ci, 52 MB)');
  const stdio = ['ignore', 2, 2];
  const { code } = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--loglevel=error'], {
    cwd: folder,
    stdio,
  });
  if (code !== 0) throw new Error('npm ci failed, see above; or install a newer Node yourself');
  nodeFile(folder);
  writeFileSync(stampOf(folder), lockHash(folder));
}

/** npm installs only the package of this platform. */
function nodeFile(folder) {
  const packages = join(folder, 'node_modules');
  const name = readdirSync(packages).find((each) => each.startsWith('node-'));
  if (name === undefined) throw new Error(`no package has one for ${process.platform} on ${process.arch}`);
  return join(packages, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** npm begins with the removal of `node_modules`, and so of the stamp. */
function isInstalled(folder) {
  try {
    return readFileSync(stampOf(folder), 'utf8') === lockHash(folder);
  } catch {
    return false;
  }
}

function stampOf(folder) {
  return join(folder, 'node_modules/.quire-installed');
}

function lockHash(folder) {
  return createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
}

/** Signals go to the program; this process waits for its end. A terminal sends SIGINT to both. */
function run(program, args, options = { stdio: 'inherit' }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, options);
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
      });
    }
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

function waiting(pid) {
  say(`waiting for process ${pid}, which gets a newer Node already`);
}

function say(line) {
  process.stderr.write(`newer-node: ${line}\n`);
}
