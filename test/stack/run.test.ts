import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { projectRoot } from '../../scripts/stack/project-root.js';

const execute = promisify(execFile);

/** Of a checkout that is ready: nothing to install or to compile. */
const READY = `
  import { dirname } from 'node:path';
  export const projectRoot = dirname(import.meta.dirname);
  export async function prepare() {}
`;

describe('scripts/run.mjs', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'quire-run-'));
    for (const folder of ['scripts', 'dist/src']) await mkdir(join(root, folder), { recursive: true });
    await copyFile(join(projectRoot(), 'scripts/run.mjs'), join(root, 'scripts/run.mjs'));
    await writeFile(join(root, 'scripts/prepare.mjs'), READY);
    await writeFile(join(root, 'dist/src/main.js'), 'console.log(JSON.stringify(process.argv.slice(2)))');
  });
  after(() => rm(root, { recursive: true }));

  async function passedOn(...args: string[]): Promise<unknown> {
    const { stdout } = await execute(process.execPath, [join(root, 'scripts/run.mjs'), 'quire', ...args]);
    return JSON.parse(stdout);
  }

  it('passes options on, with the dashes in front of them that npm takes away, or without', async () => {
    expect(await passedOn('serve', '--workers', '2')).to.deep.equal(['serve', '--workers', '2']);
    expect(await passedOn('serve', '--', '--workers', '2')).to.deep.equal(['serve', '--workers', '2']);
    expect(await passedOn('--', 'serve', '--workers', '2')).to.deep.equal(['serve', '--workers', '2']);
  });
});
