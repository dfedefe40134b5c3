import { expect } from 'chai';
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { compile, compileClient, STRICT } from './compile-program.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { describeHttp } from './suite.js';

const run = promisify(execFile);

/** Below the project, so that `quire/client` is this project's. */
const MADE = 'dist/readme';

describeHttp('the programs of the README', (api) => {
  /** The first block of this language, for this service and a new owner. */
  async function program(language: string): Promise<string> {
    const readme = await readFile('README.md', 'utf8');
    const [, block = ''] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(readme) ?? [];
    expect(block).to.include('http://127.0.0.1:8080').and.include('dk_…');
    const { headers } = await api.caller();
    return block.replace('http://127.0.0.1:8080', api.url).replace('dk_…', String(headers['X-API-Key']));
  }

  it('make, read, push and find a document with curl, and keep a file', async () => {
    const curl = 'curl() { command curl --silent --show-error --fail-with-body "$@"; echo; }\n';
    const cwd = temporaryFolder();
    const { stdout } = await run('sh', ['-ec', curl + (await program('sh'))], { cwd });
    const lines = stdout.split('\n');
    const [made, read, pushed, found, kept] = lines
      .slice(0, 5)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(made).to.include({ result: 'created', version: 1 });
    expect(read).to.include({ title: 'Plan' });
    expect(pushed).to.include({ result: 'updated', version: 2 });
    expect(found).to.include({ count: 1 });
    expect(kept).to.include({ result: 'created', title: 'The guide' });
    expect(lines.slice(5).join('\n')).to.equal(`${await readFile(`${cwd}/guide.md`, 'utf8')}\n`);
  });

  it('do the same with the client', async () => {
    const name = `${MADE}/calls-${new URL(api.url).port}`;
    await rm(MADE, { recursive: true, force: true });
    await mkdir(MADE, { recursive: true });
    await writeFile(`${name}.ts`, await program('ts'));
    compileClient();
    compile([`${name}.ts`], STRICT);
    const { stdout } = await run(process.execPath, [`${name}.js`]);
    expect(stdout).to.equal('created Plan 2\nPlan B\n');
  });

  it('do the same with Python', async function () {
    if (spawnSync('python3', ['--version']).status !== 0) {
      process.stdout.write('skipped: there is no python3\n');
      this.skip();
    }
    const { stdout } = await run('python3', ['-c', await program('python')]);
    expect(stdout).to.equal('created Plan 2\nPlan B\n');
  });
});
