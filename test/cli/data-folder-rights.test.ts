import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { expect } from 'chai';
import { MAIN } from './quire.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

describe('cli: a DATA_DIR that belongs to another user', () => {
  let dataDir: string;
  before(async function () {
    // Root may read everything, so another user is asked, who may not even be able to read this project.
    if (isRoot && (await ended('--version')).code !== 0) this.skip();
  });
  beforeEach(async () => {
    dataDir = temporaryFolder();
    await chmod(dataDir, isRoot ? 0o700 : 0o000);
  });
  afterEach(() => chmod(dataDir, 0o700));

  for (const args of [
    ['serve'],
    ['keys', 'list'],
    ['keys', 'create', '--owner', 'me', '--roles', 'none'],
    ['doctor'],
  ]) {
    it(`is named as such by quire ${args.join(' ')}`, async () => {
      const { code, stderr } = await ended(...args);
      expect(stderr).to.match(/^quire: .* cannot be the data folder \(DATA_DIR\): EACCES: permission denied/);
      expect(stderr).to.include(dataDir);
      expect(code).to.equal(1);
    });
  }

  function ended(...args: string[]): Promise<{ code: number; stderr: string }> {
    const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', METRICS_PORT: 'off' };
    const options = { env, cwd: '/', ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}) };
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [MAIN, ...args], options, (_error, _stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, stderr }),
      );
    });
  }
});
