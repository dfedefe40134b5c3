import { expect } from 'chai';
import { readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SqliteDocumentIndex } from '../../src/adapters/sqlite/index/sqlite-document-index.js';
import { UnavailableError } from '../../src/domain/errors.js';
import type { LivingHead } from '../../src/domain/head.js';
import { folder as newFolder, livingHead, versionSummary } from '../support/factories.js';
import { fillIndex, overwrite, PAGE_BYTES, rebuildIndex } from '../support/index-files.js';
import { addHeads, query, readExisting, searchHeads } from '../support/index-helpers.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';
import { errorOf } from '../support/rebuild-helpers.js';
import { rounds } from '../support/rounds.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const DOCUMENTS = 400;
const WOUNDED_FILES = rounds(20, 200);
const DAMAGED = /^the index is damaged \(.+\): run `quire reindex`$/;

describe('an embedded index whose file is damaged', function () {
  this.timeout(60_000);
  let folder: string;
  let data: string;
  let heads: LivingHead[];
  const opened: SqliteDocumentIndex[] = [];

  beforeEach(async () => {
    folder = temporaryFolder();
    heads = await fillIndex(folder, DOCUMENTS);
    data = join(folder, 'index-1.db');
  });
  afterEach(async () => {
    for (const index of opened.splice(0)) await index.close();
  });

  function reopen(): SqliteDocumentIndex {
    const index = SqliteDocumentIndex.of(folder);
    opened.push(index);
    return index;
  }

  const size = async () => (await stat(data)).size;
  const middle = async () => PAGE_BYTES * Math.floor((await size()) / PAGE_BYTES / 3);

  const damages: Record<string, () => Promise<void>> = {
    'is no database': () => writeFile(data, 'hello'),
    'is garbage as long as before': async () => writeFile(data, Buffer.alloc(await size(), 0xab)),
    'lost its first page': () => overwrite(data, 0, Buffer.alloc(PAGE_BYTES)),
    'is empty': () => truncate(data, 0),
    'ends in its first page': () => truncate(data, 100),
    'ends after its first page': () => truncate(data, PAGE_BYTES),
    'lost everything behind its first page': async () =>
      overwrite(data, PAGE_BYTES, Buffer.alloc((await size()) - PAGE_BYTES)),
  };
  for (const [name, damage] of Object.entries(damages)) {
    it(`says so at every call where the file ${name}, and heals when it is rebuilt`, async () => {
      await damage();
      const index = reopen();
      await expectDamaged(index);
      const { damage: said, before } = await rebuildIndex(folder, { generation: 'generation-2', heads });
      expect(before).to.equal(undefined);
      expect(said).to.be.a('string');
      await expectSound(index);
      expect((await readdir(folder)).filter((file) => file.startsWith('index-1.'))).to.deep.equal([]);
    });
  }

  for (const [name, bytes] of [
    ['zeros', 0],
    ['garbage', 0xab],
  ] as const) {
    it(`is found damaged by a rebuild where it has ${name} in its middle`, async () => {
      await overwrite(data, await middle(), Buffer.alloc(await middle(), bytes));
      const { damage } = await rebuildIndex(folder, { generation: 'generation-2', heads });
      expect(damage).to.be.a('string');
      await expectSound(reopen());
    });
  }

  it('gives no wrong head, wherever the damage is', async () => {
    const random = new SeededRandom(45);
    const sound = await readFile(data);
    let refused = 0;
    for (let n = 0; n < WOUNDED_FILES; n++) {
      const wounded = Buffer.from(sound);
      for (let wound = 0; wound <= random.below(4); wound++) {
        const at = random.below(wounded.length);
        for (let i = at; i < Math.min(wounded.length, at + 1 + random.below(200)); i++) wounded[i] = random.below(256);
      }
      await writeFile(data, wounded);
      const index = SqliteDocumentIndex.of(folder);
      for (const head of heads) {
        const found = await index.readHead(head.id).catch((error: unknown) => error);
        // An absent head is one that the log is asked for.
        if (found instanceof UnavailableError) refused++;
        else if (found !== undefined) expect(found).to.deep.include({ head });
      }
      await index.close();
      for (const end of ['-wal', '-shm']) await rm(data + end, { force: true });
    }
    expect(refused).to.be.greaterThan(0);
  });

  it('is damaged where the file is gone, until a rebuild', async () => {
    await rm(data);
    const index = reopen();
    expect((await errorOf(index.readHead(heads[0]!.id))).message).to.match(
      /index-1\.db is gone\): run `quire reindex`/,
    );
    await rebuildIndex(folder, { generation: 'generation-2', heads });
    await expectSound(index);
  });

  it('is damaged where its log is left and the file is gone', async () => {
    await rm(data);
    await writeFile(`${data}-wal`, 'x');
    expect((await errorOf(reopen().readHead(heads[0]!.id))).message).to.match(/index-1\.db is gone/);
    expect((await rebuildIndex(folder, { generation: 'generation-2', heads })).damage).to.match(/is gone/);
  });

  it('is lost where the folder is gone', async () => {
    await rm(folder, { recursive: true });
    const index = reopen();
    expect(await index.readGeneration()).to.equal(undefined);
    expect((await errorOf(index.readHead(heads[0]!.id))).message).to.match(/is empty or was lost; run `quire reindex`/);
  });

  async function expectDamaged(index: SqliteDocumentIndex): Promise<void> {
    const head = livingHead();
    const calls = [
      index.readHead(heads[0]!.id),
      searchHeads(index, query(heads[0]!.owner)),
      index.writeHead({ head, expected: 'absent', summaries: [] }),
      index.readSummaries(head.id, [1]),
      index.restoreSummaries(head.id, [versionSummary()]),
      index.removeSummaries(head.id, 1, 2),
      index.countCreated(head.owner, '2026-03'),
      index.createFolder(newFolder()),
      index.readFolder(head.id),
      index.listFolders({ owner: head.owner, parentId: null, limit: 1 }),
    ];
    for (const error of await Promise.all(calls.map(errorOf))) {
      expect(error).to.be.instanceOf(UnavailableError);
      expect(error.message).to.match(DAMAGED);
    }
  }

  /** The same object goes on with what the rebuild made, and takes writes. */
  async function expectSound(index: SqliteDocumentIndex): Promise<void> {
    expect(await index.readGeneration()).to.equal('generation-2');
    expect((await readExisting(index, heads[7]!.id)).head).to.deep.equal(heads[7]);
    const added = livingHead();
    await addHeads(index, [added]);
    expect((await readExisting(index, added.id)).head).to.deep.equal(added);
  }
});
