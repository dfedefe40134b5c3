import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, stat, truncate, writeFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LivingHead } from '../../src/domain/head.js';
import { setAside } from '../../src/adapters/lmdb/set-aside.js';
import { withOpeningLock } from '../../src/adapters/lmdb/opening-lock.js';
import { filesAside, fillIndex, overwrite, PAGE_BYTES, rebuildIndex } from '../support/index-files.js';
import { eventually } from '../races/support.js';
import { startAskedChild, type AskedChild } from './embedded-asked-child.js';

const MODULES = {
  EnvironmentSlot: new URL('../../src/adapters/lmdb/environment-slot.js', import.meta.url),
  LmdbDocumentIndex: new URL('../../src/adapters/lmdb/lmdb-document-index.js', import.meta.url),
  livingHead: new URL('../support/factories.js', import.meta.url),
};

/** It looks at the files at every call, and not fifty times a second: else the damage could be met before the look. */
const SCRIPT = `
  const { existsSync } = await import('node:fs');
  console.error = () => undefined;
  const [folder, owner, ...ids] = process.argv.slice(1);
  const isShared = () => existsSync(folder + '/shared');
  const index = new LmdbDocumentIndex(new EnvironmentSlot(folder, { writesTogether: 256, lookAgainMs: 0, isShared, logEnd: () => undefined }));
  const said = (promise) => promise.then((value) => value ?? null, ({ name, message }) => name + ': ' + message);
  const answer = async () => ({
    generation: await said(index.readGeneration()),
    found: await said(Promise.all(ids.map((id) => index.readHead(id))).then((found) => found.filter(Boolean).length)),
    searched: await said(index.search({ owner, limit: 50, offset: 0 }).then(({ heads }) => heads.length)),
    written: await said(index.writeHead({ head: livingHead(), expected: 'absent', summaries: [] })),
  });
  const finish = () => index.close();
`;

type Said = Record<'generation' | 'found' | 'searched' | 'written', unknown>;

const UNAVAILABLE = /^UnavailableError: /;
const DAMAGED = /: the index is damaged \(.+\): run `quire reindex`$/;

describe('an embedded index that is damaged while a process has it open', function () {
  this.timeout(60_000);
  let folder: string;
  let data: string;
  let heads: LivingHead[];
  let child: AskedChild | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-index-'));
    data = join(folder, 'data.mdb');
    heads = await fillIndex(folder, 400);
  });
  afterEach(async () => {
    await child?.kill();
    await rm(folder, { recursive: true });
  });

  function start(): AskedChild {
    child = startAskedChild({
      modules: MODULES,
      script: SCRIPT,
      arguments: [folder, heads[0]!.owner, ...heads.map(({ id }) => id)],
    });
    return child;
  }

  async function opened(): Promise<AskedChild> {
    const asked = start();
    expect(await asked.ask()).to.deep.equal(sound('generation-1'));
    return asked;
  }

  /** Has the process believe that a command's thread has the index open. */
  const startCommand = () => writeFile(join(folder, 'shared'), '');
  const endCommand = () => rm(join(folder, 'shared'));

  /** All copies of a head that are records: search keys do not contain the owner. */
  async function spoilRecords(): Promise<void> {
    const bytes = await readFile(data);
    for (let at = bytes.indexOf(heads[5]!.owner); at >= 0; at = bytes.indexOf(heads[5]!.owner, at + 1)) {
      await overwrite(data, at - 1, Buffer.from([0xc1]));
    }
  }

  const sound = (generation: string): Said => ({ generation, found: heads.length, searched: 50, written: 'written' });

  const outside: Record<string, () => Promise<void>> = {
    'is cut off': () => truncate(data, (100 * PAGE_BYTES) / 2),
    'is emptied': () => truncate(data, 0),
    'becomes something else': () => writeFile(data, 'hello'),
    'becomes as much of something else': async () => overwrite(data, 0, Buffer.alloc((await stat(data)).size, 0xab)),
    'loses a meta page': () => overwrite(data, PAGE_BYTES, Buffer.alloc(PAGE_BYTES)),
  };
  for (const [name, damage] of Object.entries(outside)) {
    it(`is unavailable when its file ${name}, and the process lives on until it is rebuilt, and after`, async () => {
      const asked = await opened();
      await damage();
      const all = (await asked.ask()) as Said;
      for (const said of Object.values(all)) expect(said).to.match(UNAVAILABLE).and.match(DAMAGED);
      await expectHealed(asked, 1);
    });
  }

  const within: Record<string, Buffer> = { zeros: Buffer.alloc(PAGE_BYTES), garbage: Buffer.alloc(PAGE_BYTES, 0xab) };
  for (const [name, page] of Object.entries(within)) {
    it(`is unavailable where LMDB meets ${name}, soon in all of it, and heals when it is rebuilt`, async () => {
      const asked = await opened();
      const { size } = await stat(data);
      for (let at = 10 * PAGE_BYTES; at < size; at += PAGE_BYTES) await overwrite(data, at, page);
      const first = (await asked.ask()) as Said;
      for (const said of [first.found, first.searched]) expect(said).to.match(UNAVAILABLE);
      await foundDamaged(asked);
      await expectHealed(asked, 1);
    });
  }

  it('is unavailable where a record is none, and found damaged as a whole', async () => {
    const asked = await opened();
    await spoilRecords();
    expect(((await asked.ask()) as Said).found).to.match(UNAVAILABLE);
    await foundDamaged(asked);
    await expectHealed(asked, 1);
  });

  it('is read whole after a command that had it open when it was doubted', async () => {
    const asked = await opened();
    await startCommand();
    await spoilRecords();
    expect(((await asked.ask()) as Said).found).to.match(UNAVAILABLE);
    await eventually('it goes on, unread', async () => ((await asked.ask()) as Said).generation === 'generation-1');
    await endCommand();
    await foundDamaged(asked);
    await expectHealed(asked, 1);
  });

  it('is read whole by the next process when this one ends doubting it', async () => {
    const first = await opened();
    await startCommand();
    await spoilRecords();
    expect(((await first.ask()) as Said).found).to.match(UNAVAILABLE);
    expect(await first.end()).to.equal(0);
    await endCommand();
    const next = start();
    expect(((await next.ask()) as Said).generation).to.match(DAMAGED);
    await expectHealed(next, 1);
  });

  it('is sound after it was moved aside, though the process closes the damaged one only then', async () => {
    const asked = await opened();
    const asking = await withOpeningLock(folder, AbortSignal.timeout(10_000), async () => {
      await outside['loses a meta page']!();
      const answer = { promise: asked.ask() };
      await eventually('it noted the damage', async () => existsSync(join(folder, 'damaged')));
      setAside(folder);
      return answer;
    });
    expect(((await asking.promise) as Said).found).to.match(UNAVAILABLE);
    await expectHealed(asked, 1);
  });

  const exchanges: Record<string, () => Promise<unknown>> = {
    'its data file is removed': () => rm(data),
    'its data file is renamed': () => rename(data, join(folder, 'elsewhere')),
    'its folder is removed': () => rm(folder, { recursive: true }),
  };
  for (const [name, exchange] of Object.entries(exchanges)) {
    it(`is lost when ${name}, acknowledges nothing, and heals when it is rebuilt`, async () => {
      const asked = await opened();
      await exchange();
      for (const said of Object.values((await asked.ask()) as Said)) expect(said).to.satisfy(lost);
      await expectHealed(asked, 0);
    });
  }

  it('is opened anew when its lock file is removed', async () => {
    const asked = await opened();
    await rm(join(folder, 'lock.mdb'));
    await eventually('it goes on', async () => ((await asked.ask()) as Said).written === 'written');
    expect(await asked.ask()).to.deep.equal(sound('generation-1'));
    expect(await asked.end()).to.equal(0);
  });

  const foundDamaged = (asked: AskedChild) =>
    eventually('it is found damaged', async () => DAMAGED.test(String(((await asked.ask()) as Said).generation)));

  async function expectHealed(asked: AskedChild, aside: number): Promise<void> {
    await rebuildIndex(folder, { generation: 'generation-2', heads });
    expect(await filesAside(folder)).to.have.length(aside);
    await eventually('it goes on', async () => ((await asked.ask()) as Said).generation === 'generation-2');
    expect(await asked.ask()).to.deep.equal(sound('generation-2'));
    expect(await asked.end()).to.equal(0);
  }
});

/** Nothing, or that there is nothing. */
function lost(said: unknown): boolean {
  return said === null || /^UnavailableError: .*(exchanged or removed|is empty or was lost)/.test(String(said));
}
