import { expect } from 'chai';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRefusal } from '../../src/directory/files/file-document.js';
import { DirectoryFiles } from '../../src/directory/files/directory-files.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const MEBI = 1024 * 1024;

describe('directory: the files that were looked at', () => {
  let root: string;
  let files: DirectoryFiles;

  beforeEach(async () => {
    root = temporaryFolder();
    const assets = { of: async () => ({ assets: new Map(), lost: new Map() }) };
    files = new DirectoryFiles({ root, names: new Map(), assets, prefix: '' }, { visibility: null, tags: [] });
  });

  it('are taken once as they were looked at, and then as they are', async () => {
    await writeFile(join(root, 'a.md'), 'As it was.');
    await files.look('a.md');
    await writeFile(join(root, 'a.md'), 'As it is.');
    expect(await contentOf('a.md')).to.equal('As it was.');
    expect(await contentOf('a.md')).to.equal('As it is.');
  });

  it('are read again once they are forgotten', async () => {
    await writeFile(join(root, 'a.md'), 'As it was.');
    await files.look('a.md');
    files.forget('a.md');
    await writeFile(join(root, 'a.md'), 'As it is.');
    expect(await contentOf('a.md')).to.equal('As it is.');
  });

  it('are kept up to a bound of their characters, which those that were taken make room for', async () => {
    const names = Array.from({ length: 9 }, (_, n) => `${n}.txt`);
    for (const name of names) {
      await writeFile(join(root, name), 'a'.repeat(9 * MEBI));
      await files.look(name);
    }
    for (const name of names) await writeFile(join(root, name), 'changed');
    expect(await contentOf('8.txt')).to.equal('changed');
    expect(await contentOf('7.txt')).to.have.length(9 * MEBI);
    await files.look('8.txt');
    await rm(join(root, '8.txt'));
    expect(await contentOf('8.txt')).to.equal('changed');
  });

  async function contentOf(path: string): Promise<string | undefined> {
    const taken = await files.take(path);
    return isRefusal(taken) ? taken : (taken.body.markdown ?? taken.body.text ?? undefined);
  }
});
