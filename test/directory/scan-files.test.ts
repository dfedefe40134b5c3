import { expect } from 'chai';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filterOf, readPathFilter } from '../../src/directory/files/path-filter.js';
import { faultAt, scanFiles } from '../../src/directory/files/scan-files.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('directory: the files of a directory', () => {
  let root: string;
  beforeEach(async () => {
    root = temporaryFolder();
    for (const path of ['a/b/c.md', 'a/d.md', 'e/f.md', 'g.md']) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), '');
    }
  });

  it('are looked for only where the wanted paths lead', async () => {
    const { files, folders } = await scanFiles(root, filterOf(['a/b/c.md', 'x/y.md']));
    expect(files).to.deep.equal(['a/b/c.md']);
    expect([...folders.keys()]).to.deep.equal(['a', 'a/b']);
  });

  it('are counted by extension where their kind is no document and nothing else leaves them out', async () => {
    await writeFile(join(root, '.quireignore'), 'ignored\n');
    const others = ['x.PNG', 'a/y.png', 'a/.hidden.png', 'node_modules/z.png', 'Makefile', 'ignored/z.png', 'z.gif'];
    for (const path of others) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), '');
    }
    await symlink('x.PNG', join(root, 'link.png'));
    const filter = await readPathFilter(root, { include: [], exclude: ['*.gif'] });
    const { leftOutKinds, leftOut } = await scanFiles(root, filter);
    expect(Object.fromEntries(leftOutKinds)).to.deep.equal({ '.png': 2, '': 1 });
    expect(leftOut).to.equal(7);
  });

  it('have the fault of the folder that cannot be read', () => {
    const scan = { unreadable: new Map([['a/b', 'why']]) };
    expect(['a/b', 'a/b/c', 'a/b/c/d.md'].map((path) => faultAt(scan, path))).to.deep.equal(['why', 'why', 'why']);
    expect(['a', 'a/bc', 'a/c/b'].map((path) => faultAt(scan, path))).to.deep.equal([undefined, undefined, undefined]);
  });
});
