import { expect } from 'chai';
import { turnsOf } from '../../src/directory/pull/name-turns.js';
import { isNoWindowsPath } from '../../src/directory/pull/name-turns.js';

const NOTHING = { names: new Map<string, string>(), folders: new Map<string, string>() };

function pathsOf(paths: string[], there: Partial<typeof NOTHING> = {}): string[][] {
  return turnsOf(
    paths.map((path) => ({ path })),
    { ...NOTHING, ...there },
  ).map((turn) => turn.map(({ path }) => path));
}

describe('the turns of a pull', () => {
  it('are one where no two names differ in case alone', () => {
    expect(pathsOf(['b.md', 'a/c.md', 'a.md'])).to.deep.equal([['a.md', 'a/c.md', 'b.md']]);
  });

  it('keep names apart that differ in case alone, of files and of folders, in one order whatever came first', () => {
    const paths = [
      'README.md',
      'Readme.md',
      'guide/x.md',
      'Guide/x.md',
      'guide/y.md',
      'straße.md',
      'STRASSE.md',
      'z.md',
    ];
    const wanted = [
      ['Guide/x.md', 'README.md', 'STRASSE.md', 'z.md'],
      ['Readme.md', 'guide/x.md', 'guide/y.md', 'straße.md'],
    ];
    expect(pathsOf(paths)).to.deep.equal(wanted);
    expect(pathsOf(paths.toReversed())).to.deep.equal(wanted);
  });

  it('have no two paths in one that fold alike, where a folder comes later than its file would', () => {
    const names = new Map(['guide/X.md', 'Guide/x.md'].map((path) => [path, path]));
    const folders = new Map([
      ['guide', 'guide'],
      ['Guide', 'Guide'],
    ]);
    const turns = pathsOf(['Guide/X.md', 'guide/x.md', 'Guide/x.md', 'guide/X.md'], { names, folders });
    expect(turns.map((turn) => turn.length)).to.deep.equal([1, 1, 1, 1]);
  });

  it('keep a file apart from a folder of its name, in one order whatever came first', () => {
    const paths = ['x.md', 'X.md/z.md', 'x.md/y.md'];
    const wanted = [['X.md/z.md'], ['x.md'], ['x.md/y.md']];
    expect(pathsOf(paths)).to.deep.equal(wanted);
    expect(pathsOf(paths.toReversed())).to.deep.equal(wanted);
    const there = { folders: new Map([['x.md', 'x.md']]) };
    expect(pathsOf(['x.md', 'x.md/y.md'], there)).to.deep.equal([['x.md/y.md'], ['x.md']]);
  });

  it('begin with what the directory has', () => {
    const there = { names: new Map([['readme.md', 'readme.md']]) };
    expect(pathsOf(['README.md', 'readme.md'], there)).to.deep.equal([['readme.md'], ['README.md']]);
  });
});

describe('names that Windows takes for something else', () => {
  it('are those of devices and streams, and those that it would cut', () => {
    for (const path of [
      'CON',
      'a/nul.md',
      'Com1.txt',
      'lpt¹',
      'x.md:ads',
      'a./b.md',
      'a /b.md',
      'what?.md',
      'a|b.md',
    ]) {
      expect(isNoWindowsPath(path), path).to.equal(true);
    }
    for (const path of ['console.md', 'a/null.md', 'com10.md', '.a/b c.md', 'aux2/x.md']) {
      expect(isNoWindowsPath(path), path).to.equal(false);
    }
  });
});
