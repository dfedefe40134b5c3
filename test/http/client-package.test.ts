import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { CLIENT_PACKAGE } from '../../scripts/pack-client/pack-client.js';
import { compile, STRICT } from './compile-program.js';
import { installedClient } from './installed-client.js';
import { describeHttp } from './suite.js';

const run = promisify(execFile);
const KILOBYTES_AT_MOST = 100;

describe('the package of the client', () => {
  it('is small, needs no other package, and has a license, its guide and its types', async () => {
    const { packed, folder } = await installedClient();
    expect((await stat(packed)).size).to.be.lessThan(1_000 * KILOBYTES_AT_MOST);
    const packages = await readdir(`${folder}/node_modules`);
    expect(packages.filter((name) => !name.startsWith('.'))).to.deep.equal([CLIENT_PACKAGE]);
    const files = await readdir(`${folder}/node_modules/${CLIENT_PACKAGE}`);
    expect(files).to.include.members(['GUIDE.md', 'LICENSE', 'README.md', 'client.d.ts', 'client.js', 'package.json']);
    expect(files.filter((name) => !/\.(?:d\.ts|js|json|md)$|^LICENSE$/.test(name))).to.deep.equal([]);
  });

  it('may be published under the version of Quire', async () => {
    const { packed, folder } = await installedClient();
    // Says what it would do, and asks no registry.
    const { stdout } = await run('npm', ['publish', packed, '--dry-run', '--offline', '--json'], { cwd: folder });
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(stdout).to.include(`"${CLIENT_PACKAGE}@${version}"`);
    // A dry run does not look at it.
    const manifest = await readFile(`${folder}/node_modules/${CLIENT_PACKAGE}/package.json`, 'utf8');
    expect(JSON.parse(manifest)).not.to.have.property('private');
  });

  it('is loaded by a CommonJS program', async () => {
    const { folder } = await installedClient();
    const program = `console.log(typeof require('${CLIENT_PACKAGE}').createClient)`;
    const { stdout } = await run(process.execPath, ['-e', program], { cwd: folder });
    expect(stdout).to.equal('function\n');
  });
});

describeHttp('the README of the package of the client', (api) => {
  it('has an example that the compiler accepts and that runs as it says', async () => {
    const { folder } = await installedClient();
    const readme = await readFile(`${folder}/node_modules/${CLIENT_PACKAGE}/README.md`, 'utf8');
    const [, example = ''] = /^```js\n(.*?)^```/ms.exec(readme) ?? [];
    const { headers } = await api.caller();
    const file = `${folder}/readme-${new URL(api.url).port}.mjs`;
    const program = example.replace('http://127.0.0.1:8080', api.url).replace('dk_…', String(headers['X-API-Key']));
    await writeFile(file, program);
    compile([file], { ...STRICT, allowJs: true, checkJs: true, noEmit: true });
    const { stdout } = await run(process.execPath, [file]);
    expect(stdout).to.match(/^created http:.*\/d\/\S+\n# Start\n\nAs it is\.\n\nStart\n$/);
  });
});
