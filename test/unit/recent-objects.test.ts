import { expect } from 'chai';
import { link, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderSync } from '../../src/adapters/filesystem/folder-sync.js';
import { RecentObjects, type RecentOptions } from '../../src/adapters/filesystem/recent-objects.js';
import { until } from '../support/until.js';

const LONG_MS = 60_000;

describe('RecentObjects', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'quire-recent-'));
    await mkdir(join(root, 'a'));
  });
  afterEach(() => rm(root, { recursive: true }));

  const seconds = () => readdir(join(root, '+recent'));
  const newRecent = (options: Pick<RecentOptions, 'most' | 'settleAfterMs'>) =>
    new RecentObjects({ root, folder: join(root, '+recent'), syncs: new FolderSync(), ...options });

  async function make(recent: RecentObjects, key: string): Promise<void> {
    await recent.ready();
    const temporary = join(root, 'temporary');
    await writeFile(temporary, key);
    await link(temporary, join(root, key));
    await recent.keep(key, temporary);
  }

  it('gives second names up by itself, those too that come later', async () => {
    const recent = newRecent({ settleAfterMs: 1 });
    for (const key of ['a/1', 'a/2']) {
      await make(recent, key);
      await until(async () => (await seconds()).length === 0);
    }
  });

  it('makes no more of them than it may before it has given up those that there are', async () => {
    const recent = newRecent({ most: 4, settleAfterMs: LONG_MS });
    const counts: number[] = [];
    for (let n = 0; n < 10; n++) {
      await make(recent, `a/${n}`);
      counts.push((await seconds()).length);
    }
    await recent.settle();
    expect(counts).to.deep.equal([1, 2, 3, 4, 1, 2, 3, 4, 1, 2]);
    expect(await seconds()).to.deep.equal([]);
  });

  it('tries again what could not be made durable', async () => {
    const recent = newRecent({ settleAfterMs: 1 });
    await recent.ready();
    await writeFile(join(root, 'temporary'), 'x');
    await recent.keep('gone/object', join(root, 'temporary'));
    await recent.settle();
    expect(await seconds()).to.have.length(1);
    await mkdir(join(root, 'gone'));
    await until(async () => (await seconds()).length === 0);
  });
});
