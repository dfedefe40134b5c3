import { expect } from 'chai';
import { assetName, linkTarget } from '../../src/domain/content/link-target.js';

const KEY = 'docs/guide/start.md';

function first(target: string, key = KEY, root: string | null = null): string | undefined {
  return linkTarget(target, key, root)?.keys[0];
}

/** Target, first key. */
const FILES: [string, string | undefined][] = [
  ['next.md', 'docs/guide/next.md'],
  ['./next.md', 'docs/guide/next.md'],
  ['.//next.md', 'docs/guide/next.md'],
  ['../api.md', 'docs/api.md'],
  ['../../README.md', 'README.md'],
  ['../../../README.md', undefined],
  ['a/../../../../b.md', undefined],
  ['../guide/./x/../next.md', 'docs/guide/next.md'],
  ['next.md?raw=1', 'docs/guide/next.md'],
  ['next.md?a#b', 'docs/guide/next.md'],
  ['two%20words.md', 'docs/guide/two words.md'],
  ['%E6%96%87.md', 'docs/guide/文.md'],
  ['文.md', 'docs/guide/文.md'],
  ['what%3F.md', 'docs/guide/what?.md'],
  ['%23.md', 'docs/guide/#.md'],
  ['100%.md', 'docs/guide/100%.md'],
  ['%2e%2e/api.md', 'docs/api.md'],
  ['%2e%2e/%2e%2e/%2e%2e/api.md', undefined],
  ['/README.md', 'README.md'],
  ['/', 'README.md'],
  ['..', 'docs/README.md'],
  ['../..', 'README.md'],
  ['.', 'docs/guide/README.md'],
  ['./', 'docs/guide/README.md'],
  ['sub/', 'docs/guide/sub/README.md'],
  ['?a', KEY],
  ['', KEY],
  ['#part', KEY],
  ['a\\b.md', undefined],
  ['a%5Cb.md', undefined],
  ['a\0.md', undefined],
  ['a%00.md', undefined],
  ['//host/a.md', undefined],
  ['https://host/a.md', undefined],
  ['mailto:a@host', undefined],
  ['javascript:alert(1)', undefined],
  ['x'.repeat(600), undefined],
  [`${'a/'.repeat(2_050)}b.md`, undefined],
];

describe('a relative link', () => {
  for (const [target, key] of FILES) {
    it(`${JSON.stringify(target.slice(0, 40))} leads to ${key ?? 'nothing'}`, () => {
      expect(first(target)).to.equal(key);
    });
  }

  it('may leave out the extension, or name a folder', () => {
    expect(linkTarget('../b', KEY, null)?.keys).to.deep.equal([
      ...['docs/b', 'docs/b.md', 'docs/b/README.md', 'docs/b/index.md', 'docs/b/_index.md', 'docs/b/readme.md'],
    ]);
    expect(linkTarget('b.md', 'a.md', null)?.keys).to.deep.equal(['b.md', 'b']);
    expect(linkTarget('b.html', 'a.md', null)?.keys).to.deep.equal(['b.html', 'b.md']);
    expect(linkTarget('b/', 'a.md', null)?.keys).to.deep.equal([
      ...['b/README.md', 'b/index.md', 'b/_index.md', 'b/readme.md', 'b.md'],
    ]);
  });

  it('from the beginning leads to where keys begin', () => {
    expect(first('/b.md', KEY, 'docs')).to.equal('docs/b.md');
    expect(first('/b.md', KEY, 'docs/')).to.equal('docs/b.md');
    expect(first('/b.md', KEY, '')).to.equal('b.md');
    expect(first('/../b.md', KEY, 'docs')).to.equal('b.md');
    expect(first('/../../b.md', KEY, 'docs')).to.equal(undefined);
    expect(first('b.md', 'a.md', 'docs')).to.equal('b.md');
  });

  it('has its fragment decoded', () => {
    expect(linkTarget('b.md#%C3%BC-x', KEY, null)?.fragment).to.equal('ü-x');
    expect(linkTarget('#a#b', KEY, null)?.fragment).to.equal('a#b');
    expect(linkTarget('b.md#', KEY, null)?.fragment).to.equal('');
    expect(linkTarget('b.md', KEY, null)?.fragment).to.equal(undefined);
  });

  it('finds a composed key for a decomposed target', () => {
    expect(linkTarget('u\u0308.md', 'a.md', null)?.keys).to.deep.equal([
      'u\u0308.md',
      'u\u0308',
      '\u00fc.md',
      '\u00fc',
    ]);
  });
});

describe('the name of an asset', () => {
  const names: [string, string | undefined][] = [
    ['img/a.png', 'img/a.png'],
    ['./img/a.png', 'img/a.png'],
    ['././a.png?x#y', 'a.png'],
    ['../a.png', '../a.png'],
    ['/a.png', '/a.png'],
    ['two%20words.png', 'two words.png'],
    ['https://host/a.png', undefined],
    ['data:image/png;base64,', undefined],
    ['#a', undefined],
    ['', undefined],
    ['a\\b.png', undefined],
  ];
  for (const [target, name] of names) {
    it(`of ${target} is ${name ?? 'none'}`, () => {
      expect(assetName(target)).to.equal(name);
    });
  }
});
