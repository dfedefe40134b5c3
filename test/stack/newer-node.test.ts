import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '../support/until.js';

const MODULE = pathToFileURL('scripts/newer-node.mjs').href;
const { isNewEnough } = (await import(MODULE)) as { isNewEnough: (version: string) => boolean };
const LOCK = {
  name: 'quire-node',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': { dependencies: { 'node-here': 'file:node-here' } },
    'node-here': { version: '1.0.0' },
    'node_modules/node-here': { resolved: 'node-here', link: true },
  },
};

describe('a newer Node', function () {
  this.timeout(60_000);
  let root: string;
  let folder: string;

  /** A checkout whose newer Node is this one, behind a script that says so. */
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'quire-newer-node-'));
    folder = join(root, 'scripts/node');
    await mkdir(join(folder, 'node-here/bin'), { recursive: true });
    await writeFile(join(folder, 'package.json'), JSON.stringify({ dependencies: { 'node-here': 'file:node-here' } }));
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(LOCK));
    await writeFile(join(folder, 'node-here/package.json'), JSON.stringify({ name: 'node-here', version: '1.0.0' }));
    const node = join(folder, 'node-here/bin/node');
    await writeFile(node, `#!/bin/sh\nNEWER=1 exec '${process.execPath}' "$@"\n`);
    await chmod(node, 0o755);
  });
  afterEach(() => rm(root, { recursive: true }));

  /** Starts a command on an old Node, which goes on with this in the newer one. */
  async function start(
    inNewer: string,
  ): Promise<{ child: ChildProcess; output: () => string; ended: Promise<unknown[]> }> {
    const file = join(root, 'command.mjs');
    const version = `process.env.NEWER ? '26.0.0' : '20.20.2'`;
    await writeFile(
      file,
      `import { inNewerNode } from ${JSON.stringify(MODULE)};
       await inNewerNode({ version: ${version}, root: ${JSON.stringify(root)} });
       ${inNewer}`,
    );
    const child = spawn(process.execPath, ['--stack-size=900', file, 'an', 'argument'], { env: withoutOptions() });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
    return { child, output: () => output, ended: once(child, 'close') };
  }

  async function run(inNewer: string): Promise<{ code: unknown; output: string }> {
    const { output, ended } = await start(inNewer);
    const [code] = await ended;
    return { code, output: output() };
  }

  it('is needed up to the release that has the SQLite that is needed', async () => {
    const { engines } = JSON.parse(await readFile('package.json', 'utf8')) as { engines: { node: string } };
    expect(engines.node).to.equal('>=22.22.3 <23 || >=24.15');
    const old = ['18.20.8', '20.20.2', '22.9.0', '22.22.2', '23.11.0', '24.14.9'];
    const recent = ['22.22.3', '22.23.0', '24.15.0', '24.20.1', '25.0.0', '26.10.0'];
    expect(old.filter(isNewEnough)).to.deep.equal([]);
    expect(recent.filter(isNewEnough)).to.deep.equal(recent);
  });

  it('gets the same arguments and options, and its exit code is that of the command', async () => {
    const command = `console.log(process.argv.slice(2).join(), process.execArgv.join()); process.exit(3)`;
    const first = await run(command);
    expect(first).to.deep.include({ code: 3 });
    expect(first.output).to.match(
      /^newer-node: this Node is too old: getting a newer one [^\n]+\n[^]*an,argument --stack-size=900\n$/,
    );
    expect(await run(command)).to.deep.equal({ code: 3, output: 'an,argument --stack-size=900\n' });
  });

  it('gets the signals, and its end by one is told as a shell tells it', async () => {
    const graceful = `process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); console.log('waits');`;
    for (const [command, code] of [
      [graceful, 7],
      [graceful.replace('process.exit(7)', `process.kill(process.pid, 'SIGKILL')`), 137],
    ] as const) {
      const { child, output, ended } = await start(command);
      await until(async () => output().endsWith('waits\n'));
      child.kill('SIGTERM');
      expect(await ended).to.deep.equal([code, null]);
    }
  });

  it('is installed once by commands that begin together', async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => run('console.log("ran")')));
    const all = outcomes.map(({ output }) => output).join('');
    expect(outcomes.map(({ code }) => code)).to.deep.equal([0, 0, 0]);
    expect(all.match(/getting a newer one/g)).to.have.length(1);
    expect(all.match(/^ran$/gm)).to.have.length(3);
  });

  it('is installed again where the installation was cut', async () => {
    await run('');
    await rm(join(folder, 'node_modules/.quire-installed'));
    expect((await run('console.log("ran")')).output).to.match(/getting a newer one[^]*ran\n$/);
  });

  it('that cannot be had is named with what to do, and nothing of the command runs', async () => {
    await writeFile(join(folder, 'package-lock.json'), '{}');
    const { code, output } = await run('console.log("ran")');
    expect(code).to.equal(1);
    expect(output).to.match(
      /newer-node: Quire needs Node 22\.22\.3 or 24\.15, and this is 20\.20\.2: npm ci failed[^]*yourself\n$/,
    );
    expect(await readdir(folder)).not.to.include('node_modules');
  });
});

/** Not those that a test of ours runs with. */
function withoutOptions(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, ...rest } = process.env;
  return rest;
}
