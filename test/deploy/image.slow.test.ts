import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { until } from '../support/until.js';

const BUILD_MS = 600_000;
const run = promisify(execFile);

async function docker(...args: string[]): Promise<string> {
  const { stdout } = await run('docker', args, { timeout: BUILD_MS });
  return stdout.trim();
}

/** Needs a container engine that has, or can get, the image that the Dockerfile names. */
describe('a container of the image', function () {
  this.timeout(BUILD_MS);
  const name = `quire-test-${randomBytes(4).toString('hex')}`;
  const volume = ['--volume', `${name}:/data`];
  let isBuilt = false;

  before(async function () {
    try {
      await docker('build', '--network', 'host', '--tag', name, '.');
    } catch (error) {
      process.stderr.write(`skipped: no image could be built: ${String(error).split('\n')[0]}\n`);
      this.skip();
    }
    isBuilt = true;
  });

  after(async () => {
    if (!isBuilt) return;
    await docker('rm', '--force', '--volumes', name);
    await docker('volume', 'rm', name);
    await docker('rmi', name);
  });

  async function start(): Promise<void> {
    const confined = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges:true'];
    await docker('run', '--detach', '--name', name, ...confined, ...volume, name);
    const state = ['inspect', '--format', '{{.State.Health.Status}}', name];
    await until(async () => (await docker(...state)) === 'healthy', 60_000);
  }

  it('serves from a volume, prints its first key once, and survives being killed', async () => {
    await start();
    expect(await docker('logs', name)).to.match(/dk_\w{40,}/);
    const keys = await docker('exec', name, 'quire', 'keys', 'list');
    expect(keys.split('\n')).to.have.length(1);
    await docker('kill', name);
    await docker('rm', name);
    await start();
    expect(await docker('logs', name)).not.to.include('dk_');
    expect(await docker('exec', name, 'quire', 'keys', 'list')).to.equal(keys);
  });

  it('has the pages that a browser opens', async () => {
    const look = `for (const page of ['/', '/docs', '/console']) {
      const headers = { accept: 'text/html' };
      const { status } = await fetch('http://127.0.0.1:8080' + page, { headers });
      console.log(page, status);
    }`;
    const seen = await docker('exec', name, 'node', '--input-type=module', '--eval', look);
    expect(seen.split('\n')).to.deep.equal(['/ 200', '/docs 200', '/console 200']);
  });

  it('has no program that installs packages', async () => {
    const look = 'command -v npm npx yarn corepack || true';
    expect(await docker('run', '--rm', '--entrypoint', 'sh', name, '-c', look)).to.equal('');
  });

  it('takes commands as its arguments', async () => {
    expect(await docker('run', '--rm', name, '--version')).to.match(/^\d+\.\d+\.\d+/);
  });

  it('ends by itself when it is told to stop', async () => {
    await docker('stop', name);
    expect(await docker('inspect', '--format', '{{.State.ExitCode}}', name)).to.equal('0');
  });
});
