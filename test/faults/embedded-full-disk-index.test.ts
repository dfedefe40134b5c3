import { expect } from 'chai';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SqliteDocumentIndex } from '../../src/adapters/sqlite/index/sqlite-document-index.js';
import { livingHead } from '../support/factories.js';
import { expectUnavailable } from '../support/expect-unavailable.js';
import { addHeads } from '../support/index-helpers.js';
import { eventually } from '../races/support.js';
import { startAskedChild, type AskedChild } from './embedded-asked-child.js';
import { mountDisk, type Disk } from './embedded-disk.js';

const MODULES = {
  SqliteDocumentIndex: new URL('../../src/adapters/sqlite/index/sqlite-document-index.js', import.meta.url),
  livingHead: new URL('../support/factories.js', import.meta.url),
  versionSummary: new URL('../support/factories.js', import.meta.url),
  tombstoneOf: new URL('../support/factories.js', import.meta.url),
};

/** Writes of all sizes and kinds: many tags, long titles, large metadata, new titles, deletions. */
const SCRIPT = `
  const index = SqliteDocumentIndex.of(process.argv[1]);
  const below = (n) => Math.floor(Math.random() * n);
  const acknowledged = new Map();
  const newHead = () => {
    const large = Math.random() < 0.2;
    const title = large ? 'ü'.repeat(below(500)) + below(1e9) : 'title ' + below(1e9);
    const tags = Array.from({ length: below(large ? 60 : 6) }, (_, n) => 'tag' + n);
    const metadata = 'm'.repeat(below(large ? 200_000 : 2_000));
    return livingHead({ owner: 'owner' + below(3), title, foldedTitle: title, tags, metadata });
  };
  const next = ({ head }) => {
    if (Math.random() < 0.2) return tombstoneOf(head);
    const others = Math.random() < 0.5 ? newHead() : head;
    return { ...others, id: head.id, owner: head.owner, createdAt: head.createdAt, currentVersion: head.currentVersion + 1 };
  };
  const write = async () => {
    const ids = [...acknowledged.keys()];
    const found = Math.random() < 0.5 && ids.length > 0 ? await index.readHead(ids[below(ids.length)]) : undefined;
    if (found?.head.deleted) return 'none';
    const head = found ? next(found) : newHead();
    const summaries = [versionSummary({ version: head.currentVersion })];
    const outcome = await index.writeHead({ head, expected: found?.revision ?? 'absent', summaries })
      .catch((error) => error.name + (/disk (is full|I.O error)/.test(error.message) ? ' for want of room' : error.stack));
    if (outcome === 'written') acknowledged.set(head.id, Math.max(head.currentVersion, acknowledged.get(head.id) ?? 0));
    return outcome;
  };
  const answer = async (count) => {
    const outcomes = {};
    for (let left = Number(count); left > 0;) {
      const together = Math.min(left, 1 + below(Math.random() < 0.2 ? 100 : 5));
      left -= together;
      for (const outcome of await Promise.all(Array.from({ length: together }, write))) {
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
    }
    const lost = [];
    for (const [id, version] of acknowledged) {
      const found = await index.readHead(id);
      if (!(found?.head.currentVersion >= version)) lost.push(id);
    }
    return { outcomes, lost, generation: await index.readGeneration() };
  };
  const finish = () => index.close();
`;

type Said = { outcomes: Record<string, number>; lost: string[]; generation: string };
const REFUSED = 'UnavailableError for want of room';

describe('an embedded index whose disk is full', function () {
  this.timeout(120_000);
  let disk: Disk;
  let folder: string;
  let child: AskedChild | undefined;

  before(async function () {
    const mounted = await mountDisk(96);
    if (!mounted) return this.skip();
    disk = mounted;
    folder = join(disk.path, 'index');
  });
  afterEach(async () => {
    await child?.kill();
    await disk.free();
  });
  after(() => disk?.unmount());

  it('refuses writes, keeps what it has, and goes on when there is room', async () => {
    const index = SqliteDocumentIndex.of(folder);
    await index.install('generation-1');
    await index.close();
    child = startAskedChild({ modules: MODULES, script: SCRIPT, arguments: [folder] });
    await child.ask('300');
    for (let time = 0; time < 4; time++) {
      await disk.fill();
      await eventually('everything is refused', async () => isOnlyRefused((await child!.ask('40')) as Said));
      await disk.free();
      await eventually('writes are taken', async () => {
        const said = (await child!.ask('40')) as Said;
        expect(said.lost).to.deep.equal([]);
        return (said.outcomes['written'] ?? 0) > 0;
      });
    }
    expect(child.complaints()).to.equal('');
    expect(await child.end()).to.equal(0);
    const after = SqliteDocumentIndex.of(folder);
    await addHeads(after, [livingHead()]);
    await after.close();
  });

  it('is opened when it is full, and read; a new one is made as soon as there is room', async () => {
    const made = join(disk.path, 'made');
    const before = SqliteDocumentIndex.of(made);
    await before.install('generation-1');
    await before.close();
    await mkdir(join(disk.path, 'new'));
    await disk.fill();
    const [index, fresh] = [SqliteDocumentIndex.of(made), SqliteDocumentIndex.of(join(disk.path, 'new'))];
    try {
      expect(await index.readGeneration()).to.equal('generation-1');
      await expectUnavailable(fresh.readGeneration(), /disk takes no writes|ENOSPC|disk is full/);
      for (let n = 0; n < 3; n++) await expectUnavailable(fresh.install('generation-1'), /ENOSPC|disk.* is full/);
      expect(await readdir(join(disk.path, 'new'))).to.deep.equal([]);
      await disk.free();
      await eventually('the new one is made', async () =>
        fresh.install('generation-1').then(
          () => true,
          () => false,
        ),
      );
      expect(await fresh.readGeneration()).to.equal('generation-1');
      expect((await stat(join(disk.path, 'new', 'index-1.db'))).size).to.be.greaterThan(0);
    } finally {
      await Promise.all([index.close(), fresh.close()]);
    }
  });

  function isOnlyRefused({ outcomes, lost, generation }: Said): boolean {
    expect(lost).to.deep.equal([]);
    expect(generation).to.equal('generation-1');
    expect(['written', 'conflict', 'none', REFUSED]).to.include.members(Object.keys(outcomes));
    return (outcomes['written'] ?? 0) + (outcomes['conflict'] ?? 0) === 0;
  }
});
