import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
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
    const program = 'console.log(JSON.stringify(process.env.SAY_CWD ? process.cwd() : process.argv.slice(2)))';
    await writeFile(join(root, 'dist/src/main.js'), program);
    const scripts = { quire: 'node scripts/run.mjs quire', other: 'cd /; node "$OLDPWD/scripts/run.mjs" quire' };
    await writeFile(join(root, 'package.json'), JSON.stringify({ name: 'checkout', scripts }));
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

  describe('where npm begins it in the checkout', () => {
    let user: string;
    before(async () => {
      user = await realpath(await mkdtemp(join(tmpdir(), 'quire-user-')));
    });
    after(() => rm(user, { recursive: true }));

    /** The folder that the command works in. */
    async function folderOf(script: string, ...args: string[]): Promise<unknown> {
      const env = { ...process.env, SAY_CWD: '1' };
      const { stdout } = await execute('npm', ['--prefix', root, 'run', '-s', script, '--', ...args], {
        cwd: user,
        env,
      });
      return JSON.parse(stdout);
    }

    it('runs what is about a directory where the user is', async () => {
      for (const command of ['push', 'status', 'pull']) expect(await folderOf('quire', command, 'docs')).to.equal(user);
    });

    it('runs all else in the checkout, where a relative DATA_DIR is from', async () => {
      for (const command of ['serve', 'keys']) expect(await folderOf('quire', command)).to.equal(await realpath(root));
      expect(await folderOf('other', 'push', 'docs')).to.equal('/');
    });

    it('stays where it is as a process of the script of another package', async () => {
      const npm = {
        SAY_CWD: '1',
        INIT_CWD: user,
        npm_lifecycle_event: 'quire',
        npm_package_json: join(user, 'package.json'),
      };
      const options = { cwd: root, env: { ...process.env, ...npm } };
      const { stdout } = await execute(
        process.execPath,
        [join(root, 'scripts/run.mjs'), 'quire', 'push', 'docs'],
        options,
      );
      expect(JSON.parse(stdout)).to.equal(await realpath(root));
    });
  });
});
