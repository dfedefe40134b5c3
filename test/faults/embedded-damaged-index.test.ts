import { expect } from 'chai';
import { mkdir, mkdtemp, open, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LmdbDocumentIndex } from '../../src/adapters/lmdb/lmdb-document-index.js';
import { openLmdbIndex } from '../../src/adapters/lmdb/open-lmdb-index.js';
import { UnavailableError } from '../../src/domain/errors.js';
import type { LivingHead } from '../../src/domain/head.js';
import { folder as newFolder, livingHead, versionSummary } from '../support/factories.js';
import { runScriptUntil } from '../support/child-script.js';
import { addHeads, query, readExisting, searchHeads } from '../support/index-helpers.js';
import { filesAside, fillIndex, overwrite, PAGE_BYTES, rebuildIndex } from '../support/index-files.js';
import { errorOf } from '../support/rebuild-helpers.js';
import { until } from '../support/until.js';

const DOCUMENTS = 400;
/** Which file it is, and what was found: it differs from run to run which page of zeros is met first, and where. */
const NOTE_OF_DAMAGE = /^\d+:\d+:\d+:\d+\n.*(?:MDB_|has \d+ entries, not \d+|ends a process with SIG).*\n/;
const DAMAGED = /^the index is damaged \(.+\): run `quire reindex`$/;

describe('an embedded index whose files are damaged', function () {
  this.timeout(60_000);
  let folder: string;
  let data: string;
  let heads: LivingHead[];
  const opened: LmdbDocumentIndex[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-index-'));
    data = join(folder, 'data.mdb');
    heads = await fillIndex(folder, DOCUMENTS);
  });
  afterEach(async () => {
    for (const index of opened.splice(0)) await index.close();
    await rm(folder, { recursive: true });
  });

  function reopen(): LmdbDocumentIndex {
    const index = openLmdbIndex(folder);
    opened.push(index);
    return index;
  }

  const damages: Record<string, () => Promise<void>> = {
    'is no database': () => writeFile(data, 'hello'),
    'is garbage as long as before': async () => writeFile(data, Buffer.alloc((await stat(data)).size, 0xab)),
    'is a database of another kind': () =>
      writeFile(data, Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(9_000, 7)])),
    'is a folder': async () => {
      await rm(data);
      await mkdir(data);
    },
    'lost its first meta page': () => overwrite(data, 0, Buffer.alloc(PAGE_BYTES)),
    'lost its second meta page': () => overwrite(data, PAGE_BYTES, Buffer.alloc(PAGE_BYTES)),
    'lost both meta pages': () => overwrite(data, 0, Buffer.alloc(2 * PAGE_BYTES)),
    'is of another data version': async () => {
      for (const page of [0, PAGE_BYTES]) await overwrite(data, page + 28, Buffer.from([3]));
    },
    'ends in its first page': () => truncate(data, 100),
    'ends after the first page': () => truncate(data, PAGE_BYTES),
    'lost its second half': async () => truncate(data, Math.floor((await used()) / 2)),
    'lost everything behind its meta pages': async () =>
      overwrite(data, 2 * PAGE_BYTES, Buffer.alloc((await used()) - 2 * PAGE_BYTES)),
    'has zeros in its middle': async () => overwrite(data, await middle(), Buffer.alloc(await middle())),
    'has garbage in its middle': async () => overwrite(data, await middle(), Buffer.alloc(await middle(), 0xab)),
    'has pages in the place of others': async () => {
      const bytes = (await readFile(data)).subarray(await middle(), (await used()) - PAGE_BYTES);
      await overwrite(data, (await middle()) + PAGE_BYTES, bytes);
    },
  };
  for (const [name, damage] of Object.entries(damages)) {
    it(`says so at every call where the data file ${name}, and heals when it is rebuilt`, async () => {
      await damage();
      const index = reopen();
      await expectDamaged(index);
      const { setAside, before } = await rebuildIndex(folder, { generation: 'generation-2', heads });
      expect(before).to.equal(undefined);
      expect(setAside)
        .to.deep.equal(await filesAside(folder))
        .and.have.length(1);
      await expectSound(index);
    });
  }

  it('keeps every byte of a damaged file under another name', async () => {
    await overwrite(data, 0, Buffer.alloc(PAGE_BYTES, 0xab));
    const damaged = await readFile(data);
    const { setAside } = await rebuildIndex(folder, { generation: 'generation-2', heads });
    expect((await readFile(setAside[0]!)).equals(damaged)).to.equal(true);
  });

  it('is found damaged after a process that was killed, though the file looks as it did', async () => {
    await killedInUse();
    const { atime, mtime } = await stat(data);
    await overwrite(data, await middle(), Buffer.alloc(await middle()));
    await utimes(data, atime, mtime);
    await expectDamaged(reopen());
  });

  it('is found sound after a process that was killed, and used', async () => {
    await killedInUse();
    expect((await readExisting(reopen(), heads[0]!.id)).head).to.deep.equal(heads[0]);
    expect(await filesAside(folder)).to.deep.equal([]);
  });

  it('is found damaged by a rebuild, though a service has read nothing of it yet', async () => {
    const index = reopen();
    await index.readGeneration();
    await overwrite(data, await middle(), Buffer.alloc(await middle()));
    expect((await rebuildIndex(folder, { generation: 'generation-2', heads })).setAside).to.have.length(1);
    await expectSound(index);
  });

  it('stays damaged for the next process without being read again, until a rebuild', async () => {
    await overwrite(data, await middle(), Buffer.alloc(await middle()));
    const first = openLmdbIndex(folder);
    await expectDamaged(first);
    await first.close();
    expect(await readFile(join(folder, 'damaged'), 'utf8')).to.match(NOTE_OF_DAMAGE);
    await expectDamaged(reopen());
    await rebuildIndex(folder, { generation: 'generation-2', heads });
    await expectSound(reopen());
  });

  it('is given up for one that an operator has put back', async () => {
    const sound = await readFile(data);
    await writeFile(data, 'hello');
    const index = reopen();
    await expectDamaged(index);
    await writeFile(data, sound);
    await until(async () => (await index.readGeneration().catch(() => 'none')) === 'generation-1');
    expect((await readExisting(index, heads[0]!.id)).head).to.deep.equal(heads[0]);
  });

  it('is no worse for a lock file that is missing or garbage', async () => {
    for (const spoil of [() => rm(join(folder, 'lock.mdb')), () => writeFile(join(folder, 'lock.mdb'), 'hello')]) {
      await spoil();
      const index = openLmdbIndex(folder);
      expect((await readExisting(index, heads[0]!.id)).head).to.deep.equal(heads[0]);
      await addHeads(index, [livingHead()]);
      await index.close();
    }
  });

  it('is lost, not damaged, where the file is empty or gone, or the folder', async () => {
    const vanishings = [() => truncate(data, 0), () => rm(data), () => rm(folder, { recursive: true })];
    for (const vanish of vanishings) {
      await vanish();
      const index = openLmdbIndex(folder);
      expect(await index.readGeneration()).to.equal(undefined);
      expect((await errorOf(index.readHead(heads[0]!.id))).message).to.match(
        /is empty or was lost; run `quire reindex`/,
      );
      await index.close();
      await rebuildIndex(folder, { generation: 'generation-2', heads });
      expect(await filesAside(folder)).to.deep.equal([]);
    }
  });

  async function expectDamaged(index: LmdbDocumentIndex): Promise<void> {
    const head = livingHead();
    const calls = [
      index.readGeneration(),
      index.readHead(heads[0]!.id),
      searchHeads(index, query(heads[0]!.owner)),
      index.refresh(),
      index.writeHead({ head, expected: 'absent', summaries: [] }),
      index.readSummaries(head.id, [1]),
      index.restoreSummaries(head.id, [versionSummary()]),
      index.removeSummaries(head.id, 1, 2),
      index.countCreated(head.owner, '2026-03'),
      index.createFolder(newFolder()),
      index.readFolder(head.id),
      index.listFolders({ owner: head.owner, parentId: null, limit: 1, offset: 0 }),
      index.install('generation-3'),
    ];
    for (const error of await Promise.all(calls.map(errorOf))) {
      expect(error).to.be.instanceOf(UnavailableError);
      expect(error.message).to.match(DAMAGED);
    }
  }

  /** The same object goes on with what the rebuild made, and takes writes. */
  async function expectSound(index: LmdbDocumentIndex): Promise<void> {
    await until(async () => (await index.readGeneration().catch(() => 'none')) === 'generation-2');
    expect((await readExisting(index, heads[7]!.id)).head).to.deep.equal(heads[7]);
    const added = livingHead();
    await addHeads(index, [added]);
    expect((await readExisting(index, added.id)).head).to.deep.equal(added);
  }

  /** Leaves the files as a killed process does. */
  async function killedInUse(): Promise<void> {
    await runScriptUntil(1, {
      modules: { openLmdbIndex: new URL('../../src/adapters/lmdb/open-lmdb-index.js', import.meta.url) },
      arguments: [folder],
      script: `
        const index = openLmdbIndex(process.argv[1]);
        print(await index.readGeneration());
        setInterval(() => undefined, 1_000);`,
    });
  }

  /** Bytes that LMDB uses of the file, by its newer meta page. */
  async function used(): Promise<number> {
    const file = await open(data, 'r');
    try {
      const { buffer } = await file.read(Buffer.alloc(2 * PAGE_BYTES), 0, 2 * PAGE_BYTES, 0);
      return PAGE_BYTES * (1 + Math.max(...[144, 144 + PAGE_BYTES].map((at) => Number(buffer.readBigUInt64LE(at)))));
    } finally {
      await file.close();
    }
  }

  async function middle(): Promise<number> {
    return PAGE_BYTES * Math.floor((await used()) / PAGE_BYTES / 3);
  }
});
