import { expect } from 'chai';
import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { firstKeyText } from '../../src/cli/commands/start-text.js';
import { compile, STRICT } from './compile-program.js';
import { installedClient } from './installed-client.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { describeHttp } from './suite.js';

const run = promisify(execFile);

/** Answers one a line, and a failure for a status of 400 or more. */
const CURL = 'curl() { command curl --silent --show-error --fail-with-body "$@"; echo; }\n';

describe('the README', () => {
  it('shows what the first start prints', async () => {
    const [url, metricsUrl] = ['http://127.0.0.1:8080', 'http://127.0.0.1:9464/metrics'];
    const printed = firstKeyText('dk_…', { url, metricsUrl, command: 'quire', isCluster: false });
    expect(await readFile('README.md', 'utf8')).to.include(`\n\`\`\`${printed}\`\`\`\n`);
  });
});

describeHttp('the programs of the README and of the interface by example', (api) => {
  /** The first block of this language on the page, for this service and a new owner. */
  async function program(page: string, language: string): Promise<string> {
    const text = await readFile(page, 'utf8');
    const [, block = ''] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(text) ?? [];
    expect(block).to.include('http://127.0.0.1:8080').and.include('dk_…');
    const { headers } = await api.caller();
    return block.replace('http://127.0.0.1:8080', api.url).replace('dk_…', String(headers['X-API-Key']));
  }

  async function answersOf(shell: string, cwd: string): Promise<string[]> {
    const { stdout } = await run('sh', ['-ec', CURL + shell], { cwd });
    return stdout.split('\n');
  }

  it('keep a file with curl, which has a page', async () => {
    const cwd = temporaryFolder();
    const [answer = '', ...read] = await answersOf(await program('README.md', 'sh'), cwd);
    const kept = JSON.parse(answer) as { url: string };
    expect(kept).to.include({ result: 'created', title: 'The guide', visibility: 'public' });
    expect(read.join('\n')).to.equal(`${await readFile(`${cwd}/guide.md`, 'utf8')}\n`);
    expect(await (await fetch(`${api.url}${new URL(kept.url).pathname}`)).text()).to.include('As it is.');
  });

  it('make, push, read and find a document with the client, as a module of Node', async () => {
    const { folder } = await installedClient();
    const file = `${folder}/plan-${new URL(api.url).port}.mjs`;
    await writeFile(file, await program('README.md', 'js'));
    compile([file], { ...STRICT, allowJs: true, checkJs: true, noEmit: true });
    const { stdout } = await run(process.execPath, [file]);
    expect(stdout).to.equal('created 2 Plan B\nPlan B\n');
  });

  it('do so with curl', async () => {
    const lines = await answersOf(await program('docs/INTERFACE.md', 'sh'), temporaryFolder());
    const [made, read, pushed, found] = lines.slice(0, 4).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(made).to.include({ result: 'created', version: 1 });
    expect(read).to.include({ title: 'Plan' });
    expect(pushed).to.include({ result: 'updated', version: 2 });
    expect(found).to.include({ count: 1 });
  });

  it('do so with Python', async function () {
    if (spawnSync('python3', ['--version']).status !== 0) {
      process.stdout.write('skipped: there is no python3\n');
      this.skip();
    }
    const { stdout } = await run('python3', ['-c', await program('docs/INTERFACE.md', 'python')]);
    expect(stdout).to.equal('created Plan 2\nPlan B\n');
  });
});
