import { lstat, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { startService, type RunningService } from '../support/in-process-service.js';
import { embeddedStorage } from '../support/modes.js';
import { KeptDirectory } from './support/kept-directory.js';

/** On a file system that ignores case, as temporary folders are on macOS and Windows. */
const PARENT = process.env['QUIRE_TEST_CASELESS'] ?? tmpdir();

async function ignoresCase(): Promise<boolean> {
  const folder = await mkdtemp(join(PARENT, 'quire-case-'));
  await writeFile(join(folder, 'a'), '');
  const found = await lstat(join(folder, 'A')).catch(() => undefined);
  await rm(folder, { recursive: true });
  return found !== undefined;
}

describe('directory: a pull of names that differ in case alone', () => {
  let service: RunningService;
  let source: KeptDirectory;
  let target: KeptDirectory;
  before(async () => {
    service = await startService(await embeddedStorage());
  });
  after(() => service.close());
  beforeEach(async () => {
    source = await KeptDirectory.make({ url: service.url, key: await service.issueKey() });
    target = await source.elsewhere(PARENT);
    for (const path of PATHS) {
      const blocks = [{ type: 'paragraph' as const, content: `Of ${path}` }];
      await source.client.putDocument(`handbook/${path}`, { title: path, folder_path: '/handbook', blocks });
    }
  });
  afterEach(async () => {
    await source.dispose();
    await target.dispose();
  });

  const PATHS = ['readme.md', 'README.md', 'guide/x.md', 'Guide/x.md', 'guide/only.md', 'Ä.md', 'ä.md', 'z.md'];
  const FIRST = ['Guide/x.md', 'README.md', 'z.md', 'Ä.md'];
  const LATER = { 'guide/only.md': 'Guide', 'guide/x.md': 'Guide', 'readme.md': 'README.md', 'ä.md': 'Ä.md' };
  const keys = async () =>
    [...(await source.documents())].map(([key, { current_version: version }]) => `${key} ${version}`);

  it('writes each into a file of its own where the file system tells them apart', async function () {
    if (await ignoresCase()) return this.skip();
    for (const dryRun of [true, false]) {
      expect(await target.pull('/handbook', { dryRun })).to.deep.equal(PATHS.map((path) => `create ${path}`).sort());
    }
    for (const path of PATHS) expect(await target.read(path)).to.include(`Of ${path}`);
    expect(await target.pull()).to.deep.equal([]);
    expect(await target.push()).to.deep.equal([]);
  });

  describe('on a file system that ignores case', () => {
    before(async function () {
      if (await ignoresCase()) return;
      process.stderr.write('skipped: the file system tells case apart (QUIRE_TEST_CASELESS=FOLDER names another)\n');
      this.skip();
    });

    const skipped = Object.keys(LATER).map((path) => `skip ${path}`);
    const created = FIRST.map((path) => `create ${path}`);

    it('writes one of each two, says which, and never another next time', async () => {
      const before = await keys();
      for (const dryRun of [true, false]) {
        expect(await target.pull('/handbook', { dryRun })).to.deep.equal([...created, ...skipped].sort());
        for (const [path, other] of Object.entries(LATER)) {
          const outcome = target.outcomes.find((each) => each.path === path);
          expect(outcome?.reason).to.equal(`the file system takes its name for that of ${other}`);
        }
        if (dryRun) expect(await readdir(target.root)).to.deep.equal([]);
      }
      for (const path of FIRST) expect(await target.read(path)).to.include(`Of ${path}`);
      for (const onConflict of ['fail', 'overwrite'] as const) {
        expect(await target.pull('/handbook', { onConflict })).to.deep.equal(skipped.toSorted());
        expect(await target.push({ onConflict })).to.deep.equal([]);
      }
      expect(await target.push({ withDeletions: true })).to.deep.equal(skipped.toSorted());
      expect(await keys()).to.deep.equal(before);
    });

    it('keeps the names of what the directory has', async () => {
      await target.write({ 'readMe.md': 'Mine', 'GUIDE/mine.md': 'Mine', 'ä.md': 'Mine' });
      const done = await target.pull('/handbook', { onConflict: 'overwrite' });
      expect(done).to.have.members([
        'create z.md',
        'update ä.md',
        ...['Guide/x.md', 'guide/x.md', 'guide/only.md', 'README.md', 'readme.md', 'Ä.md'].map(
          (path) => `skip ${path}`,
        ),
      ]);
      expect(await target.read('readMe.md')).to.equal('Mine');
      expect(await readdir(join(target.root, 'GUIDE'))).to.deep.equal(['mine.md']);
    });
  });
});
