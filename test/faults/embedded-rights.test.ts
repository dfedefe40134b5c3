import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LivingHead } from '../../src/domain/head.js';
import { openLmdbIndex } from '../../src/adapters/lmdb/open-lmdb-index.js';
import { readExisting } from '../support/index-helpers.js';
import { fillIndex } from '../support/index-files.js';

const run = promisify(execFile);
const NOBODY = 65_534;
const MODULES = ['open-lmdb-index.js', 'open-lmdb-admin.js'].map(
  (name) => new URL(`../../src/adapters/lmdb/${name}`, import.meta.url).href,
);

/** What a process without rights finds: how an index and a rebuild answer. */
const SCRIPT = `
  const { openLmdbIndex } = await import(${JSON.stringify(MODULES[0])});
  const { openLmdbAdmin } = await import(${JSON.stringify(MODULES[1])});
  const said = (promise) => promise.then((value) => JSON.stringify(value), ({ name, cause }) => name + ' ' + cause?.code);
  const [index, admin] = [openLmdbIndex(process.argv[1]), openLmdbAdmin(process.argv[1])];
  console.log(JSON.stringify([await said(index.readGeneration()), await said(admin.current())]));
`;

describe('an embedded index whose files this process may not use', function () {
  this.timeout(60_000);
  const isRoot = process.getuid?.() === 0;
  let folder: string;
  let heads: LivingHead[];

  before(async function () {
    // Root may everything, so another user is asked; he may not even be able to read this project.
    if (isRoot) await asked('import(process.argv[1])', String(MODULES[0])).catch(() => this.skip());
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-index-'));
    heads = await fillIndex(folder, 10);
    await chmod(folder, 0o777);
  });
  afterEach(async () => {
    await chmod(folder, 0o777);
    await rm(folder, { recursive: true });
  });

  for (const name of ['data.mdb', 'lock.mdb']) {
    for (const mode of [0o000, 0o444]) {
      it(`is not taken for damaged where the mode of ${name} is ${mode.toString(8).padStart(3, '0')}`, async () => {
        const other = name === 'data.mdb' ? 'lock.mdb' : 'data.mdb';
        await chmod(join(folder, other), 0o666);
        await chmod(join(folder, name), mode);
        const before = await readFile(join(folder, 'data.mdb')).catch(() => undefined);
        expect(JSON.parse(await asked(SCRIPT, folder))).to.deep.equal([
          'UnavailableError EACCES',
          'UnavailableError EACCES',
        ]);
        await expectUntouched(before);
      });
    }
  }

  it('is not taken for damaged where the folder cannot be looked into', async () => {
    await chmod(folder, 0o000);
    expect(JSON.parse(await asked(SCRIPT, folder))).to.deep.equal([
      'UnavailableError EACCES',
      'UnavailableError EACCES',
    ]);
    await chmod(folder, 0o777);
    await expectUntouched(undefined);
  });

  it('is used where nothing can be added to the folder, but the files can be written', async () => {
    for (const name of ['data.mdb', 'lock.mdb']) await chmod(join(folder, name), 0o666);
    await chmod(folder, 0o555);
    const [generation] = JSON.parse(await asked(SCRIPT, folder)) as string[];
    expect(generation).to.equal('"generation-1"');
  });

  async function expectUntouched(before: Buffer | undefined): Promise<void> {
    expect((await readdir(folder)).filter((name) => name.includes('damaged'))).to.deep.equal([]);
    for (const name of ['data.mdb', 'lock.mdb']) await chmod(join(folder, name), 0o600);
    if (before) expect((await readFile(join(folder, 'data.mdb'))).equals(before)).to.equal(true);
    const index = openLmdbIndex(folder);
    expect((await readExisting(index, heads[3]!.id)).head).to.deep.equal(heads[3]);
    await index.close();
  }

  async function asked(script: string, argument: string): Promise<string> {
    const options = isRoot ? { uid: NOBODY, gid: NOBODY, cwd: '/' } : {};
    return (await run(process.execPath, ['--input-type=module', '--eval', script, argument], options)).stdout;
  }
});
