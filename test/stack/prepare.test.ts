import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { projectRoot } from '../../scripts/stack/project-root.js';

const run = promisify(execFile);

/** Stands for the compiler: notes each run, and takes long enough for a second one to come in between. */
const COMPILER = `
  const fs = require('node:fs');
  if (fs.existsSync('fail')) { console.error('src/a.ts(1,1): error'); process.exit(2); }
  fs.appendFileSync('runs', 'begin ');
  setTimeout(() => {
    fs.mkdirSync('dist/src', { recursive: true });
    fs.writeFileSync('dist/src/a.js', '');
    fs.appendFileSync('runs', 'end ');
  }, 300);
`;

describe('prepare', function () {
  this.timeout(30_000);
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'quire-prepare-'));
    await write('package-lock.json', '{}');
    await write('tsconfig.json', '{}');
    await write('src/a.ts', '');
    await write('src/deep/b.ts', '');
    await write('node_modules/typescript/bin/tsc', COMPILER);
    await write('scripts/build-console.mjs', '');
    await write('node_modules/.package-lock.json', '{}');
  });

  afterEach(async () => rm(root, { recursive: true }));

  async function write(file: string, text: string): Promise<void> {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }

  /** Gives what it printed on standard error. */
  async function prepare(env: Record<string, string> = {}): Promise<string> {
    const module = pathToFileURL(join(projectRoot(), 'scripts/prepare.mjs')).href;
    const script = `import { prepare } from '${module}'; await prepare(process.argv[1]);`;
    const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', script, root], {
      env: { ...process.env, ...env },
    });
    expect(stdout).to.equal('');
    return stderr;
  }

  async function builds(): Promise<string> {
    return readFile(join(root, 'runs'), 'utf8');
  }

  it('compiles once, and says nothing when there is nothing to do', async () => {
    expect(await prepare()).to.equal('prepare: compiling (tsc)\n');
    expect(await prepare()).to.equal('');
    expect(await builds()).to.equal('begin end ');
  });

  it('compiles again when a source has changed', async () => {
    await prepare();
    await utimes(join(root, 'src/deep/b.ts'), new Date(), new Date(Date.now() + 5_000));
    await prepare();
    expect(await builds()).to.equal('begin end begin end ');
  });

  it('lets one of two that start at the same time do the work and the other wait for it', async () => {
    await Promise.all([prepare(), prepare()]);
    expect(await builds()).to.equal('begin end ');
  });

  it('is not held up by the lock of a process that is gone', async () => {
    const { stdout: gone } = await run(process.execPath, ['--print', 'process.pid']);
    await write('.stack/prepare.lock', gone.trim());
    await prepare();
    expect(await builds()).to.equal('begin end ');
  });

  it('removes what was compiled from a source that is gone', async () => {
    await prepare();
    await write('dist/src/deep/b.js', '');
    await rm(join(root, 'src/deep'), { recursive: true });
    await prepare();
    expect(
      await readFile(join(root, 'dist/src/deep/b.js')).catch((error: NodeJS.ErrnoException) => error.code),
    ).to.equal('ENOENT');
  });

  it('installs with what compiles, and runs no install script of any package', async () => {
    await rm(join(root, 'node_modules/.package-lock.json'));
    await write('bin/npm', '#!/bin/sh\necho "$@" > npm-arguments\n');
    await chmod(join(root, 'bin/npm'), 0o755);
    await prepare({ PATH: `${join(root, 'bin')}:${process.env['PATH']}` });
    const said = (await readFile(join(root, 'npm-arguments'), 'utf8')).trim().split(' ');
    expect(said[0]).to.equal('ci');
    expect(said).to.include.members(['--include=dev', '--ignore-scripts']);
  });

  it('leaves linked packages alone, which are those of another checkout', async () => {
    const other = await mkdtemp(join(tmpdir(), 'quire-other-'));
    await rename(join(root, 'node_modules'), join(other, 'node_modules'));
    await rm(join(other, 'node_modules/.package-lock.json'));
    await symlink(join(other, 'node_modules'), join(root, 'node_modules'));
    expect(await prepare({ PATH: '/nowhere' })).to.equal('prepare: compiling (tsc)\n');
    await rm(other, { recursive: true });
  });

  it("fails with the compiler's own words, and compiles again the next time", async () => {
    await write('fail', '');
    const error = await prepare().catch((reason: Error & { stderr: string }) => reason.stderr);
    expect(error).to.contain('src/a.ts(1,1): error').and.to.contain('tsc failed, see above');
    await rm(join(root, 'fail'));
    await prepare();
    expect(await builds()).to.equal('begin end ');
  });
});
