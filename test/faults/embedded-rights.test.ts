import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LivingHead } from '../../src/domain/head.js';
import { SqliteDocumentIndex } from '../../src/adapters/sqlite/index/sqlite-document-index.js';
import { readExisting } from '../support/index-helpers.js';
import { fillIndex } from '../support/index-files.js';

const run = promisify(execFile);
const NOBODY = 65_534;
const MODULES = ['sqlite-document-index.js', 'sqlite-index-admin.js'].map(
  (name) => new URL(`../../src/adapters/sqlite/index/${name}`, import.meta.url).href,
);

/** What a process without rights finds: how an index and a rebuild answer. */
const SCRIPT = `
  const { SqliteDocumentIndex } = await import(${JSON.stringify(MODULES[0])});
  const { SqliteIndexAdmin } = await import(${JSON.stringify(MODULES[1])});
  const said = (promise) => promise.then((value) => JSON.stringify(value), ({ name, message }) => name + ' ' + message);
  const [index, admin] = [SqliteDocumentIndex.of(process.argv[1]), new SqliteIndexAdmin(process.argv[1])];
  console.log(JSON.stringify([await said(index.refresh().then(() => index.readGeneration())), await said(admin.current().then(({ name }) => admin.refresh(name)))]));
`;

describe('an embedded index whose files this process may not use', function () {
  this.timeout(60_000);
  const isRoot = process.getuid?.() === 0;
  let folder: string;
  let heads: LivingHead[];

  before(async function () {
    // Root may everything, so another user is asked; he may not even be able to read this project.
    await import(String(MODULES[0]));
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

  for (const name of ['log.db', 'index-1.db']) {
    it(`is not taken for damaged where ${name} may not be read`, async () => {
      await chmod(join(folder, name), 0o000);
      const answers = JSON.parse(await asked(SCRIPT, folder)) as string[];
      for (const answer of answers) expect(answer).to.match(/^UnavailableError .*unable to open database file/);
      await expectUntouched();
    });
  }

  it('is not taken for damaged where the folder cannot be looked into', async () => {
    await chmod(folder, 0o000);
    const answers = JSON.parse(await asked(SCRIPT, folder)) as string[];
    for (const answer of answers) expect(answer).to.match(/^UnavailableError .*(EACCES|unable to open)/);
    await expectUntouched();
  });

  it('is read where nothing can be added to the folder', async () => {
    for (const name of ['log.db', 'index-1.db']) await chmod(join(folder, name), 0o444);
    await chmod(folder, 0o555);
    const [generation] = JSON.parse(await asked(SCRIPT, folder)) as string[];
    expect(generation).to.equal('"generation-1"');
  });

  async function expectUntouched(): Promise<void> {
    await chmod(folder, 0o700);
    for (const name of ['log.db', 'index-1.db']) await chmod(join(folder, name), 0o600);
    const index = SqliteDocumentIndex.of(folder);
    expect((await readExisting(index, heads[3]!.id)).head).to.deep.equal(heads[3]);
    await index.close();
  }

  async function asked(script: string, argument: string): Promise<string> {
    const options = isRoot ? { uid: NOBODY, gid: NOBODY, cwd: '/' } : {};
    return (await run(process.execPath, ['--input-type=module', '--eval', script, argument], options)).stdout;
  }
});
