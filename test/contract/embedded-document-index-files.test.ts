import { expect } from 'chai';
import { rm } from 'node:fs/promises';
import { SqliteDocumentIndex } from '../../src/adapters/sqlite/index/sqlite-document-index.js';
import { folder as newFolder, livingHead, newOwner, versionSummary } from '../support/factories.js';
import { addHeads, query, readExisting, searchHeads } from '../support/index-helpers.js';
import { runScript, runScriptUntil } from '../support/child-script.js';
import { expectUnavailable } from '../support/expect-unavailable.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const MODULES = {
  SqliteDocumentIndex: new URL('../../src/adapters/sqlite/index/sqlite-document-index.js', import.meta.url),
  livingHead: new URL('../support/factories.js', import.meta.url),
};

describe('an embedded index on its files', function () {
  this.timeout(60_000);
  let folder: string;
  const opened: SqliteDocumentIndex[] = [];

  beforeEach(async () => {
    folder = temporaryFolder();
  });
  afterEach(async () => {
    for (const index of opened.splice(0)) await index.close();
  });

  function reopen(): SqliteDocumentIndex {
    const index = SqliteDocumentIndex.of(folder);
    opened.push(index);
    return index;
  }

  async function filled(count: number): Promise<string> {
    const index = SqliteDocumentIndex.of(folder);
    const owner = newOwner();
    await index.install('generation-1');
    await addHeads(
      index,
      Array.from({ length: count }, () => livingHead({ owner, tags: ['t'] })),
    );
    await index.close();
    return owner;
  }

  it('keeps everything from one process to the next, revisions too', async () => {
    const first = SqliteDocumentIndex.of(folder);
    await first.install('generation-1');
    const head = livingHead({ tags: ['t'] });
    const made = newFolder({ owner: head.owner });
    const summary = versionSummary();
    await first.writeHead({ head, expected: 'absent', summaries: [summary] });
    await first.createFolder(made);
    const { revision } = await readExisting(first, head.id);
    await first.close();

    const second = reopen();
    expect(await second.readGeneration()).to.equal('generation-1');
    expect(await readExisting(second, head.id)).to.deep.equal({ head, revision });
    expect(await second.readSummaries(head.id, [1])).to.deep.equal([summary]);
    expect(await searchHeads(second, query(head.owner, { tag: 't' }))).to.deep.equal([head]);
    expect(await second.readFolder(made.id)).to.deep.equal(made);
    expect(await second.countCreated(head.owner, head.createdAt.slice(0, 7))).to.equal(1);
    expect(await second.writeHead({ head, expected: revision, summaries: [] })).to.equal('written');
  });

  it('answers nothing before it carries a generation, because its emptiness means nothing', async () => {
    const index = reopen();
    expect(await index.readGeneration()).to.equal(undefined);
    const head = livingHead();
    await expectUnavailable(index.readHead(head.id), /carries no generation/);
    await expectUnavailable(index.writeHead({ head, expected: 'absent', summaries: [] }), /carries no generation/);
    await expectUnavailable(searchHeads(index, query(head.owner)), /carries no generation/);
    await expectUnavailable(index.countCreated(head.owner, '2026-03'), /carries no generation/);
    await expectUnavailable(
      index.listFolders({ owner: head.owner, parentId: null, limit: 1 }),
      /carries no generation/,
    );
    await expectUnavailable(index.refresh(), /carries no generation/);
    await index.install('generation-1');
    expect(await searchHeads(index, query(head.owner))).to.deep.equal([]);
  });

  it('keeps the generation it has', async () => {
    const index = reopen();
    await Promise.all(['one', 'two', 'three'].map((generation) => index.install(generation)));
    expect(await index.readGeneration()).to.equal('one');
  });

  it('says that it is unavailable when it is closed', async () => {
    const index = SqliteDocumentIndex.of(folder);
    await index.install('generation-1');
    await index.close();
    await index.close();
    await expectUnavailable(index.readHead(livingHead().id), /the index is closed/);
    await expectUnavailable(
      index.writeHead({ head: livingHead(), expected: 'absent', summaries: [] }),
      /the index is closed/,
    );
  });

  it('finishes the writes under way before it closes', async () => {
    const index = SqliteDocumentIndex.of(folder);
    await index.install('generation-1');
    const heads = Array.from({ length: 600 }, () => livingHead());
    const outcomes = Promise.all(heads.map((head) => index.writeHead({ head, expected: 'absent', summaries: [] })));
    await index.close();
    expect(new Set(await outcomes)).to.deep.equal(new Set(['written']));
    expect(await reopen().readHead(String(heads[599]?.id))).to.not.equal(undefined);
  });

  it('finishes the writes of the turn in which it closes, and lets the process end', async () => {
    await filled(0);
    const index = SqliteDocumentIndex.of(folder);
    const outcome = index.writeHead({ head: livingHead(), expected: 'absent', summaries: [] });
    await index.close();
    expect(await outcome).to.equal('written');
  });

  it('takes no revision of the index that was there before', async () => {
    await filled(0);
    const before = SqliteDocumentIndex.of(folder);
    const head = livingHead();
    await before.writeHead({ head, expected: 'absent', summaries: [] });
    const { revision } = await readExisting(before, head.id);
    await before.close();
    await rm(folder, { recursive: true });
    const after = reopen();
    await after.install('generation-1');
    await after.writeHead({ head, expected: 'absent', summaries: [] });
    expect(await after.writeHead({ head, expected: revision, summaries: [] })).to.equal('refused');
  });

  it('refuses what cannot be an identifier before anything is written', async () => {
    await filled(0);
    const index = reopen();
    const error = await index.writeHead({ head: livingHead({ id: 'short' }), expected: 'absent', summaries: [] }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(RangeError);
    expect(await index.readHead('x'.repeat(5000))).to.equal(undefined);
    expect(await index.readFolder('')).to.equal(undefined);
  });

  it('says that it is unavailable when the disk is full, loses nothing, and goes on when it is not', async () => {
    await filled(0);
    const [{ written, failed, found, owner }] = (await runScript({
      modules: MODULES,
      arguments: [folder],
      fileBytes: 4 * 1024 * 1024,
      script: `
        const index = SqliteDocumentIndex.of(process.argv[1]);
        console.error = () => undefined;
        const owner = 'somebody';
        let [written, failed, found] = [0, [], 0];
        while (failed.length === 0) {
          const writes = Array.from({ length: 20 }, () =>
            index.writeHead({ head: livingHead({ owner }), expected: 'absent', summaries: [] }));
          for (const { value, reason } of await Promise.allSettled(writes)) {
            if (value === 'written') written++;
            else failed.push(reason?.name ?? value);
          }
        }
        for (let page = [0]; page.length > 0; found += page.length) {
          page = (await index.search({ owner, order: 'title', limit: 50, offset: found })).heads;
        }
        print(JSON.stringify({ written, failed, found, owner }));`,
    })) as [{ written: number; failed: string[]; found: number; owner: string }];
    expect(written).to.be.greaterThan(100);
    expect(new Set(failed)).to.deep.equal(new Set(['UnavailableError']));
    expect(found).to.equal(written);
    const index = reopen();
    expect(await index.countCreated(owner, '2026-03')).to.equal(written);
    await addHeads(
      index,
      Array.from({ length: 500 }, () => livingHead({ owner })),
    );
    expect(await index.countCreated(owner, '2026-03')).to.equal(written + 500);
  });

  it('has every head that was answered for after its process was killed', async () => {
    await filled(0);
    const answered = await runScriptUntil(300, {
      modules: MODULES,
      arguments: [folder],
      script: `
        const index = SqliteDocumentIndex.of(process.argv[1]);
        const write = async () => {
          for (;;) {
            const head = livingHead({ owner: 'somebody', tags: ['t'] });
            if ((await index.writeHead({ head, expected: 'absent', summaries: [] })) === 'written') print(head.id);
          }
        };
        for (let lane = 0; lane < 8; lane++) write();`,
    });
    const index = reopen();
    const found = new Set<string>();
    for (let offset = 0; ; offset += 50) {
      const page = await searchHeads(index, query('somebody', { tag: 't', offset }));
      for (const { id } of page) found.add(id);
      if (page.length === 0) break;
    }
    expect(answered.filter((id) => !found.has(id))).to.deep.equal([]);
    expect(await index.countCreated('somebody', '2026-03')).to.equal(found.size);
  });
});
