import { expect } from 'chai';
import { copyFile, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLmdbAdmin } from '../../src/adapters/lmdb/open-lmdb-admin.js';
import { openLmdbIndex } from '../../src/adapters/lmdb/open-lmdb-index.js';
import type { DocumentIndex } from '../../src/ports/document-index.js';
import { livingHead } from '../support/factories.js';
import { addHeads, readExisting } from '../support/index-helpers.js';
import { errorOf } from '../support/rebuild-helpers.js';

describe('faults: an embedded index that was copied', function () {
  this.timeout(60_000);
  let base: string;
  let logEnd: string;
  const head = livingHead();
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'quire-copied-'));
    logEnd = '5';
  });
  afterEach(() => rm(base, { recursive: true }));

  const at = (name: string) => join(base, name);
  const open = (name: string) => openLmdbIndex(at(name), { logEnd: () => logEnd });

  async function written(name: string): Promise<DocumentIndex> {
    const index = open(name);
    await index.install('generation');
    await addHeads(index, [head]);
    return index;
  }

  /** The data file alone, which no copy lacks. */
  async function copy(from: string, to: string): Promise<void> {
    await mkdir(at(to));
    await copyFile(join(at(from), 'data.mdb'), join(at(to), 'data.mdb'));
  }

  async function errorAt(name: string): Promise<string> {
    const index = open(name);
    const error = await errorOf(index.readGeneration());
    await index.close();
    return error.message;
  }

  async function expectSound(name: string): Promise<void> {
    const index = open(name);
    expect((await readExisting(index, head.id)).head).to.deep.equal(head);
    await index.close();
  }

  it('while a process wrote to it is refused until it is rebuilt, and the original is not', async () => {
    const index = await written('original');
    await copy('original', 'copy');
    expect(await errorAt('copy')).to.equal(
      'the index is damaged (it was copied while a process wrote to it, or moved after one was killed): ' +
        'run `quire reindex`',
    );
    await index.close();
    await expectSound('original');
    const moved: string[] = [];
    const admin = openLmdbAdmin(at('copy'), { isAlone: true, onDamage: { movedTo: (path) => moved.push(path) } });
    expect(await admin.current()).to.equal(undefined);
    await admin.close();
    expect(moved).to.have.length(1);
  });

  it('while a process had it open that wrote nothing is as good as the original', async () => {
    await (await written('original')).close();
    const index = open('original');
    await index.readGeneration();
    await copy('original', 'copy');
    await index.close();
    await expectSound('copy');
  });

  it('after it was closed is as good as the original, with and without its notes', async () => {
    await (await written('original')).close();
    await cp(at('original'), at('copy'), { recursive: true, filter: (path) => !path.endsWith('.sock') });
    await copy('original', 'data alone');
    for (const name of ['copy', 'data alone', 'original']) await expectSound(name);
  });

  it('after a command wrote to it alone is as good as the original', async () => {
    await (await written('original')).close();
    const admin = openLmdbAdmin(at('original'), { isAlone: true, logEnd: () => logEnd });
    await admin.create('another');
    await admin.close();
    await copy('original', 'copy');
    await expectSound('copy');
  });

  it('is refused with an older log after its process was killed, too', async () => {
    const killed = await written('original');
    logEnd = '4';
    expect(await errorAt('original')).to.include('it is newer than the log');
    await killed.close();
  });

  it('is refused where the log ends before the index was closed, and taken where it ends there or later', async () => {
    await (await written('original')).close();
    for (const [end, isRefused] of [
      ['4', true],
      ['5', false],
      ['6', false],
    ] as const) {
      logEnd = end;
      await copy('original', `copy ${end}`);
      if (isRefused) {
        expect(await errorAt(`copy ${end}`)).to.equal(
          'the index is damaged (it is newer than the log): run `quire reindex`',
        );
      } else await expectSound(`copy ${end}`);
    }
    expect((await readdir(base)).length).to.equal(4);
  });
});
