import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { changesIn, compareFolders, type Outcome } from '../../scripts/corpus/compare.js';
import { firstDifference } from '../../scripts/corpus/first-difference.js';
import type { Proof } from '../../scripts/corpus/prove.js';
import { faultsOf } from '../../scripts/corpus/verdict.js';
import { temporaryFolder } from '../support/temporary-folder.js';

async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** Of each path its action, and what follows a colon as the reason. */
function outcomesOf(texts: Record<string, string>): Map<string, Outcome> {
  const outcomes = Object.entries(texts).map(([path, text]): [string, Outcome] => {
    const [action = '', reason] = text.split(': ');
    return [path, { action, ...(reason !== undefined && { reason }) }];
  });
  return new Map(outcomes);
}

describe('the corpus: comparing a pushed and a pulled folder', () => {
  it('finds the same files, and those whose bytes differ', async () => {
    const original = await folderOf({ 'a.md': 'one\n', 'b/c.md': '\uFEFFtwo\r\n', 'd.md': '* x\n', 'e.md': 'e' });
    const copy = await folderOf({ 'a.md': 'one\n', 'b/c.md': '\uFEFFtwo\n', 'd.md': '- x\n', '.quire/base': '' });
    const pushed = outcomesOf({ 'a.md': 'created', 'b/c.md': 'created', 'd.md': 'created', 'e.md': 'created' });
    const pulled = outcomesOf({ 'e.md': 'skipped: the name is taken' });
    const found = await compareFolders({ original, copy, pushed, pulled });
    expect(found).to.deep.equal({
      files: 4,
      same: 1,
      taken: ['a.md', 'b/c.md', 'd.md', 'e.md'],
      differing: [
        { path: 'b/c.md', kind: 'line ends', line: 3, before: '', after: '' },
        { path: 'd.md', kind: 'bullet', line: 1, before: '* x', after: '- x' },
      ],
      missing: [{ path: 'e.md', reason: 'the name is taken' }],
      extra: [],
      refused: [],
      skipped: [],
      unnamed: [],
    });
  });

  it('names files that were refused, skipped or not mentioned, and those that only the copy has', async () => {
    const original = await folderOf({ 'a.md': 'a', 'b.md': 'b', 'c.mdx': 'c' });
    const copy = await folderOf({ 'more.md': '' });
    const pushed = outcomesOf({ 'a.md': 'failed: it is not UTF-8', 'b.md': 'skipped: it says so' });
    const found = await compareFolders({ original, copy, pushed, pulled: new Map() });
    expect(found).to.deep.include({
      same: 0,
      extra: ['more.md'],
      refused: [{ path: 'a.md', reason: 'it is not UTF-8' }],
      skipped: [{ path: 'b.md', reason: 'it says so' }],
      unnamed: ['c.mdx'],
    });
  });

  it('takes a name for the same in both spellings of Unicode', async () => {
    const original = await folderOf({ 'e\u0301.md': 'text' });
    const copy = await folderOf({ '\u00e9.md': 'text' });
    const pushed = outcomesOf({ '\u00e9.md': 'created' });
    const found = await compareFolders({ original, copy, pushed, pulled: new Map() });
    expect(found).to.deep.include({ same: 1, missing: [], extra: [], unnamed: [] });
  });
});

describe('the corpus: a push that is to change nothing', () => {
  const found = { ...proven(), refused: [{ path: 'no.md', reason: 'r' }] };

  it('changes what it does not call unchanged, but for what was refused before', () => {
    const outcomes = { 'a.md': 'unchanged', 'b.md': 'updated', 'c.md': 'failed: r', 'no.md': 'failed: r' };
    expect(changesIn(outcomesOf(outcomes), found)).to.deep.equal(['b.md', 'c.md']);
  });

  it('changes what it does not mention', () => {
    expect(changesIn(outcomesOf({}), { ...found, taken: ['a.md'] })).to.deep.equal(['a.md']);
  });
});

describe('the corpus: the first difference of two files', () => {
  const kindOf = (before: string, after: string) => firstDifference(Buffer.from(before), Buffer.from(after)).kind;
  const PAIRS: [kind: string, before: string, after: string][] = [
    ['byte order mark', '\uFEFFa\n', 'a\n'],
    ['line ends', 'a\r\nb\r', 'a\nb\n'],
    ['last line end added', 'a', 'a\n'],
    ['end of the file', 'a\n\n\n', 'a\n'],
    ['front matter: quotes', '---\na: "1"\n---\n', '---\na: 1\n---\n'],
    ['front matter: comment', '+++\na = 1 # one\n+++\n', '+++\na = 1\n+++\n'],
    ['blank line added', '# a\nb\n', '# a\n\nb\n'],
    ['underlined heading', 'a\n===\n', '# a\n'],
    ['definition of a link', '[a]: b\n\nc\n', 'c\n'],
    ['text', 'a\n', 'b\n'],
  ];
  for (const [kind, before, after] of PAIRS) {
    it(`has the kind "${kind}"`, () => {
      expect(kindOf(before, after)).to.equal(kind);
    });
  }
});

describe('the corpus: what is broken', () => {
  it('is nothing, if all files are the same', () => {
    expect(faultsOf([proven()], false)).to.deep.equal([]);
  });

  it('is each rule that a source breaks', () => {
    const path = 'a.md';
    const faults = faultsOf(
      [{ ...proven(), missing: [{ path, reason: 'r' }], unnamed: [path], again: [path], fromCopy: [path, path] }],
      false,
    );
    expect(faults).to.deep.equal([
      'docs: 1 files are not there after the pull',
      'docs: 1 files were neither pushed nor named',
      'docs: 1 files are not unchanged in a second push',
      'docs: 2 files are not unchanged in a push from the copy',
    ]);
  });

  it('is a share of refused files of half a percent', () => {
    const refused = ['a.md', 'b.md'].map((path) => ({ path, reason: 'r' }));
    expect(faultsOf([{ ...proven(), files: 401, refused }], false)).to.deep.equal([]);
    expect(faultsOf([{ ...proven(), files: 400, refused }], false)).to.have.length(1);
  });

  it('is a corpus of few files or dialects, if it is whole', () => {
    expect(faultsOf([proven()], true)).to.have.length(2);
    const many = Array.from({ length: 8 }, (_, n) => ({ ...proven(), dialect: `d${n}`, files: 625 }));
    expect(faultsOf(many, true)).to.deep.equal([]);
  });

  it('is a file made by hand that had another fate than it must have', () => {
    const faults = faultsOf([{ ...proven(), name: 'awkward' }], false);
    expect(faults).to.include('awkward: bytes/latin-1.md is kept, not refused');
    expect(faults.join()).not.to.include('nul.md');
  });
});

function proven(): Proof {
  return {
    name: 'docs',
    dialect: 'd',
    files: 4,
    same: 4,
    taken: [],
    differing: [],
    missing: [],
    extra: [],
    refused: [],
    skipped: [],
    unnamed: [],
    again: [],
    fromCopy: [],
  };
}
