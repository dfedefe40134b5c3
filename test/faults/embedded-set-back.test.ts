import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockPath } from '../../src/adapters/lmdb/index-file.js';
import type { LmdbDocumentIndex } from '../../src/adapters/lmdb/lmdb-document-index.js';
import type { LmdbIndexAdmin } from '../../src/adapters/lmdb/lmdb-index-admin.js';
import { openLmdbIndex } from '../../src/adapters/lmdb/open-lmdb-index.js';
import { openLmdbAdmin } from '../../src/adapters/lmdb/open-lmdb-admin.js';
import type { LivingHead } from '../../src/domain/head.js';
import { monthOf } from '../../src/domain/month.js';
import { runScript } from '../support/child-script.js';
import { folder as newFolder, livingHead, newOwner } from '../support/factories.js';
import { addHeads, query, readExisting } from '../support/index-helpers.js';
import { block, changesOf, currentName, headEntry, makeNew, swap } from '../support/rebuild-helpers.js';

const MODULES = { openTables: new URL('../../src/adapters/lmdb/index-tables.js', import.meta.url) };

/** Writes to the lock file what an opening writes that read the data file before the last transactions. */
const SET_BACK = `
  const { openSync, readSync, writeSync } = await import('node:fs');
  const [path, transactions] = process.argv.slice(1);
  const file = openSync(path, 'r+');
  const number = Buffer.alloc(8);
  readSync(file, number, 0, 8, 8);
  number.writeBigUInt64LE(number.readBigUInt64LE() - BigInt(transactions));
  writeSync(file, number, 0, 8, 8);
`;

/** Opens the environment again and again, as LMDB does it, until the time is over. */
const OPEN_OFTEN = `
  const [folder, milliseconds] = process.argv.slice(1);
  let count = 0;
  for (const end = Date.now() + Number(milliseconds); Date.now() < end; count++) {
    const { root } = openTables(folder, { readOnly: true });
    await root.close();
  }
  console.log(count);
`;

/**
 * LMDB's `mdb_env_open` hides what another process commits at the same moment, and the next transaction would overwrite
 * it (ITS#9496 of OpenLDAP).
 */
describe('an embedded index that another process sets back by opening it', function () {
  this.timeout(60_000);
  const owner = newOwner();
  let folder: string;
  let index: LmdbDocumentIndex;
  let rebuild: LmdbIndexAdmin | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-index-'));
    index = openLmdbIndex(folder);
    await index.install('generation-1');
    rebuild = undefined;
  });
  afterEach(async () => {
    await Promise.all([index.close(), rebuild?.close()]);
    await rm(folder, { recursive: true });
  });

  /** Only where no other process opens the files: LMDB's locks are of a process, and this one has them twice then. */
  async function openRebuild(): Promise<LmdbIndexAdmin> {
    rebuild = openLmdbAdmin(folder);
    await rebuild.current();
    return rebuild;
  }

  async function write(count: number): Promise<LivingHead[]> {
    const heads = Array.from({ length: count }, () => livingHead({ owner }));
    // A transaction each.
    for (const head of heads) await addHeads(index, [head]);
    return heads;
  }

  function setBack(transactions: number): Promise<unknown> {
    return runScript({ modules: {}, script: SET_BACK, arguments: [lockPath(folder), String(transactions)] });
  }

  for (const transactions of [1, 2, -1, -2]) {
    it(`overwrites nothing when the last transaction is said to be another, by ${transactions}`, async () => {
      const before = await write(3);
      await setBack(transactions);
      const heads = [...before, ...(await write(3))];
      for (const head of heads) expect((await readExisting(index, head.id)).head).to.deep.equal(head);
      expect(await index.countCreated(owner, monthOf(heads[0]!.createdAt))).to.equal(6);
    });
  }

  it('is read as it was written last, not as it was before', async () => {
    const heads = await write(3);
    await setBack(1);
    expect((await readExisting(index, heads[2]!.id)).head).to.deep.equal(heads[2]);
    await setBack(1);
    expect(await index.search(query(owner))).to.have.length(3);
    await setBack(1);
    expect(await index.readGeneration()).to.equal('generation-1');
    await setBack(1);
    expect(await index.createFolder(newFolder({ owner }))).to.equal('created');
  });

  it('is there, though it is hidden that it was made', async () => {
    await setBack(1);
    expect(await index.readGeneration()).to.equal('generation-1');
    await setBack(1);
    expect(await index.search(query(owner))).to.deep.equal([]);
    await setBack(1);
    await write(1);
  });

  it('sends requests to the index that took the place of the other, not back to that', async () => {
    const rebuild = await openRebuild();
    const [head] = (await write(1)) as [LivingHead];
    const made = await makeNew(rebuild);
    await rebuild.writeIfHigher(made, [headEntry({ ...head, currentVersion: 7 })]);
    await swap(rebuild, await currentName(rebuild), made);
    expect((await readExisting(index, head.id)).head.currentVersion).to.equal(7);
    await setBack(1);
    expect((await readExisting(index, head.id)).head.currentVersion).to.equal(7);
  });

  it('is followed by a rebuild to its last write', async () => {
    const rebuild = await openRebuild();
    await write(2);
    const name = await currentName(rebuild);
    const position = await rebuild.checkpoint(name);
    const heads = await write(1);
    await setBack(1);
    expect(await changesOf(rebuild, name, position)).to.deep.equal(heads.map(headEntry));
    await setBack(1);
    expect(await rebuild.checkpoint(name)).to.not.deep.equal(position);
    const hold = await block(rebuild, name);
    await setBack(1);
    expect(await rebuild.isBlocked(name)).to.equal(true);
    await rebuild.unblock(hold);
  });

  it('has everything that was written while others opened it thousands of times', async () => {
    let isOver = false;
    const opened = runScript({ modules: MODULES, script: OPEN_OFTEN, arguments: [folder, '5000'] }).finally(() => {
      isOver = true;
    });
    const heads: LivingHead[] = [];
    while (!isOver) heads.push(...(await write(1)));
    expect(Number((await opened)[0])).to.be.above(100);
    expect(heads.length).to.be.above(100);
    expect(await index.countCreated(owner, monthOf(heads[0]!.createdAt))).to.equal(heads.length);
    for (const head of heads) expect((await readExisting(index, head.id)).head).to.deep.equal(head);
  });
});
