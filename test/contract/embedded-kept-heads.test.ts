import { expect } from 'chai';
import { join } from 'node:path';
import { inSnapshot, inTransaction, openFile } from '../../src/adapters/sqlite/files/connection.js';
import { EntryReader } from '../../src/adapters/sqlite/index/entry-reader.js';
import { EntryWriter } from '../../src/adapters/sqlite/index/entry-writer.js';
import { KeptHeads } from '../../src/adapters/sqlite/index/kept-heads.js';
import type { Connection } from '../../src/adapters/sqlite/files/sqlite-library.js';
import { SqliteIndexAdmin } from '../../src/adapters/sqlite/index/sqlite-index-admin.js';
import { SqliteDocumentIndex } from '../../src/adapters/sqlite/index/sqlite-document-index.js';
import { fold } from '../../src/domain/fold.js';
import type { LivingHead } from '../../src/domain/head.js';
import type { DocumentIndex } from '../../src/ports/document-index.js';
import type { IndexAdmin } from '../../src/ports/index-admin.js';
import { livingHead, newOwner, tombstoneOf } from '../support/factories.js';
import { addHeads, query, readExisting, replaceHead, searchHeads } from '../support/index-helpers.js';
import { currentName, headEntry, makeNew, swap } from '../support/rebuild-helpers.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** More than `KeptHeads` reads of the change log at once. */
const MANY = 1_100;

describe('heads that an embedded index keeps in memory', () => {
  let folder: string;
  let index: DocumentIndex;
  let admin: IndexAdmin;
  let owner: string;
  let head: LivingHead;
  beforeEach(async () => {
    folder = temporaryFolder();
    index = SqliteDocumentIndex.of(folder);
    await index.install('kept');
    admin = new SqliteIndexAdmin(folder);
    owner = newOwner();
    head = livingHead({ owner, title: 'kept' });
    await addHeads(index, [head]);
    expect(await found()).to.deep.equal([head]);
  });
  afterEach(() => Promise.all([index.close(), admin.close()]));

  const found = () => searchHeads(index, query(owner));
  const next = (of: LivingHead, title: string): LivingHead => ({
    ...of,
    title,
    foldedTitle: fold(title),
    currentVersion: of.currentVersion + 1,
  });

  it('are the same objects for every search while nothing is written to them', async () => {
    const [first] = await found();
    await addHeads(index, [livingHead({ owner: newOwner() })]);
    const [again] = await found();
    expect(again).to.equal(first);
  });

  it('are read again after a write to them, also where it changes no search key', async () => {
    const pushed = next(head, head.title);
    await replaceHead(index, pushed);
    expect(await found()).to.deep.equal([pushed]);
    await replaceHead(index, next(pushed, 'moved'));
    expect(await found()).to.deep.equal([next(pushed, 'moved')]);
  });

  it('are gone with their documents', async () => {
    await replaceHead(index, tombstoneOf(head));
    expect(await found()).to.deep.equal([]);
  });

  it('are read again after another part of the process wrote to them', async () => {
    const repaired = next(head, head.title);
    await admin.writeIfHigher(await currentName(admin), [headEntry(repaired)]);
    expect(await found()).to.deep.equal([repaired]);
  });

  it('are gone when they were removed, and new when they were made again', async () => {
    const { revision } = await readExisting(index, head.id);
    await admin.removeHead(head.id, revision);
    expect(await found()).to.deep.equal([]);
    const again = { ...head, blockCount: head.blockCount + 1 };
    await addHeads(index, [again]);
    expect(await found()).to.deep.equal([again]);
  });

  it('are those of the index that serves requests, before and after a rebuild', async () => {
    const to = await makeNew(admin);
    const other = { ...head, blockCount: head.blockCount + 1 };
    await admin.writeIfHigher(to, [headEntry(other)]);
    expect(await found()).to.deep.equal([head]);
    await swap(admin, await currentName(admin), to);
    expect(await found()).to.deep.equal([other]);
  });

  it('are all read again after more changes than are looked at', async () => {
    const stranger = newOwner();
    await addHeads(
      index,
      Array.from({ length: MANY }, () => livingHead({ owner: stranger })),
    );
    const pushed = next(head, head.title);
    await replaceHead(index, pushed);
    expect(await found()).to.deep.equal([pushed]);
  });

  it('are not kept where a change named them after they were read', async () => {
    const connections = [1, 2].map(() => openFile(join(folder, 'index-1.db'), { busyMs: 1_000 }).connection);
    const [reading, writing] = connections as [Connection, Connection];
    const kept = new KeptHeads(new EntryReader(reading, 'name'));
    const writer = new EntryWriter(writing);
    const read = () => inSnapshot(reading, () => kept.find([head]));
    const before = read();
    const pushed = next(head, head.title);
    inTransaction(writing, () => writer.together(() => writer.writeIfHigher(headEntry(pushed))));
    // Another search catches up before the first one has decoded.
    inSnapshot(reading, () => kept.find([]));
    expect(await kept.decode(before)).to.deep.equal([head]);
    expect(await kept.decode(read())).to.deep.equal([pushed]);
    for (const connection of connections) connection.close();
  });

  it('are as the index has them, for searches among writes', async () => {
    const versions = new Map<string, number>();
    const heads = Array.from({ length: 20 }, (_, n) => livingHead({ owner, title: `among ${n}` }));
    await addHeads(index, heads);
    const write = async (of: LivingHead) => {
      let newest = of;
      for (let n = 0; n < 20; n++) {
        newest = next(newest, newest.title);
        await replaceHead(index, newest);
        versions.set(of.id, newest.currentVersion);
      }
    };
    const search = async () => {
      for (let n = 0; n < 200; n++) {
        const written = new Map(versions);
        const seen = new Map((await found()).map(({ id, currentVersion }) => [id, currentVersion]));
        expect(seen.size).to.equal(heads.length + 1);
        for (const [id, version] of written) expect(seen.get(id)).to.be.at.least(version);
      }
    };
    await Promise.all([...heads.map(write), search(), search()]);
    expect([...versions.values()]).to.deep.equal(heads.map(() => 21));
    expect((await found()).filter(({ currentVersion }) => currentVersion === 21)).to.have.length(heads.length);
  });
});
