import { expect } from 'chai';
import { FolderCache } from '../../src/consistency/folder-cache.js';
import type { Folder } from '../../src/domain/folder.js';
import { folder as newFolder } from '../support/factories.js';

describe('FolderCache', () => {
  let reads: number;
  let found: Folder | undefined;
  let folders: FolderCache;
  beforeEach(() => {
    reads = 0;
    found = newFolder();
    folders = new FolderCache({
      readFolder: async () => {
        reads++;
        return found;
      },
      readFolders: async (ids) => {
        reads++;
        return ids.map((id) => (id === 'absent' ? undefined : found));
      },
    });
  });

  it('reads a folder once', async () => {
    for (let n = 0; n < 3; n++) expect(await folders.read('one')).to.equal(found);
    expect(reads).to.equal(1);
    await folders.read('other');
    expect(reads).to.equal(2);
  });

  it('asks again where there was none', async () => {
    const made = found;
    found = undefined;
    expect(await folders.read('one')).to.equal(undefined);
    found = made;
    expect(await folders.read('one')).to.equal(made);
  });

  it('reads several with one question, those that are kept not at all, and an absent one with more care', async () => {
    await folders.read('one');
    expect(await folders.readAll(['one', 'two', 'one', 'three'])).to.deep.equal([found, found, found, found]);
    expect(reads).to.equal(2);
    await folders.readAll(['one', 'two', 'three']);
    expect(reads).to.equal(2);
    await folders.readAll(['one', 'absent']);
    expect(reads).to.equal(4);
  });

  it('is bounded', async () => {
    found = newFolder({ path: `/${'x'.repeat(1_000_000)}` });
    for (let n = 0; n < 20; n++) await folders.read(`folder ${n}`);
    await folders.read('folder 19');
    expect(reads).to.equal(20);
    await folders.read('folder 0');
    expect(reads).to.equal(21);
  });
});
