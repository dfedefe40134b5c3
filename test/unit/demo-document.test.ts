import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { firstDifference } from '../../scripts/demo/differences.js';
import { findMarkdown } from '../../scripts/demo/find-markdown.js';
import { folderName } from '../../scripts/demo/folders.js';
import { makeDocument, revise, toDocument, UnfitFileError } from '../../scripts/demo/make-document.js';
import { readOptions, UsageError } from '../../scripts/demo/options.js';
import { Packages } from '../../scripts/demo/package-info.js';
import { sample } from '../../scripts/demo/run.js';
import { percentile } from '../../scripts/demo/time-searches.js';

const info = { name: '@s/n', version: '1.2.3', keywords: ['a', 'b'] };

function titleOf(...lines: string[]): string {
  return toDocument(lines.join('\n'), 'n/docs/guide.md', info).title;
}

describe('demo: a file as a document', () => {
  it('takes the first heading of level 1 as title', () => {
    expect(titleOf('text', '', '## Before', '', '# The [*Big*](y) `one`', '# Next')).to.equal('The Big one');
  });

  it('names a file without heading after its package and itself', () => {
    expect(titleOf('text')).to.equal('@s/n: guide.md');
  });

  it('cuts a title at 500 code points, never inside one, in a second version too', () => {
    const document = toDocument('text', 'x.md', { ...info, name: '😀'.repeat(600) });
    expect(document.title).to.equal('😀'.repeat(500));
    expect(Array.from(revise(document).title)).to.have.lengthOf(500);
    expect(revise(document).title).to.equal(`${'😀'.repeat(490)} (revised)`);
  });

  it('carries tags, source and package as metadata', () => {
    expect(toDocument('# x', 'n/x.md', info).metadata).to.deep.equal({
      tags: ['a', 'b'],
      source: 'n/x.md',
      package: '@s/n',
      version: '1.2.3',
      revision: 1,
    });
  });

  it('revises title, metadata and blocks', () => {
    const first = toDocument('# a\n\nb', 'x.md', info);
    const second = revise(first);
    expect(second.metadata.revision).to.equal(2);
    expect(second.blocks.slice(1)).to.deep.equal(first.blocks);
    expect(second.blocks[0]?.type).to.equal('quote');
  });

  it('refuses a file that says it is not to be pushed', () => {
    expect(() => toDocument('---\nquire: false\n---\nx', 'x.md', info)).to.throw(UnfitFileError, /front matter/);
  });

  it('refuses a file of more blocks than a document may have', () => {
    const paragraphs = (count: number): string => Array.from({ length: count }, () => 'x').join('\n\n');
    expect(toDocument(paragraphs(9_999), 'x.md', info).blocks).to.have.lengthOf(9_999);
    expect(() => toDocument(paragraphs(10_000), 'x.md', info)).to.throw(UnfitFileError);
  });
});

describe('demo: files and their packages', () => {
  let dir: string;
  const put = async (path: string, text: string): Promise<void> => {
    await mkdir(join(dir, path, '..'), { recursive: true });
    await writeFile(join(dir, path), text);
  };

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'demo-'));
  });
  afterEach(() => rm(dir, { recursive: true }));

  it('finds Markdown files in every folder, in order, up to the limit', async () => {
    for (const path of ['b/README.md', 'a/deep/er/CHANGES.MD', 'a/x.markdown', 'a/x.mdx', '.git/d.md']) {
      await put(path, '');
    }
    expect(await findMarkdown(dir, 9)).to.deep.equal(['a/deep/er/CHANGES.MD', 'a/x.markdown', 'b/README.md']);
    expect(await findMarkdown(dir, 2)).to.have.lengthOf(2);
  });

  it('takes name and keywords from the nearest package.json that has a name', async () => {
    const manifest = { name: '@s/p', version: '1.0.0', keywords: ['k', 'k', '', 5, 'l'] };
    await put('p/package.json', JSON.stringify(manifest));
    await put('p/esm/package.json', '{"type":"module"}');
    await put('p/test/fixture/package.json', 'no JSON');
    const packages = new Packages(dir);
    const expected = { name: '@s/p', version: '1.0.0', keywords: ['k', 'l'] };
    for (const path of ['p/README.md', 'p/esm/README.md', 'p/test/fixture/README.md']) {
      expect(await packages.of(path), path).to.deep.equal(expected);
    }
  });

  it('mends lone surrogates of keywords and drops those that are too long', async () => {
    await put('package.json', `{"name":"p","keywords":["\\ud800","${'x'.repeat(1025)}"]}`);
    expect((await new Packages(dir).of('x.md')).keywords).to.deep.equal(['\uFFFD']);
  });

  it('names the package after the folder where there is none', async () => {
    expect((await new Packages(dir).of('a/x.md')).name).to.match(/^demo-/);
  });

  it('refuses a file too large for a body', async () => {
    await put('x.md', 'x'.repeat(1_500_001));
    const made = makeDocument(dir, 'x.md', new Packages(dir));
    const error: unknown = await made.catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(UnfitFileError);
  });

  it('makes folder names that the service takes', () => {
    expect(folderName('@scope')).to.equal('@scope');
    expect(folderName('a/b\u0000c')).to.equal('a_b_c');
    expect(['', '.', '..'].map(folderName)).to.deep.equal(['_', '_.', '_..']);
    expect(Array.from(folderName('😀'.repeat(300)))).to.have.lengthOf(255);
  });
});

describe('demo: comparing and measuring', () => {
  it('finds equal JSON equal, whatever the order of keys', () => {
    const difference = firstDifference({ a: [1, { b: null }], c: '' }, { c: '', a: [1, { b: null }] });
    expect(difference).to.equal(undefined);
  });

  it('names the place of the first difference', () => {
    expect(firstDifference({ a: [1, { b: 'x' }] }, { a: [1, { b: 'y' }] })).to.equal('/a/1/b: sent "x", received "y"');
    expect(firstDifference({ a: [1] }, { a: [1, 2] })).to.equal('/a/1: sent nothing, received 2');
    expect(firstDifference({ a: null }, {})).to.equal('/a: sent null, received nothing');
    expect(firstDifference([], {})).to.equal('/: sent [], received {}');
    expect(firstDifference({}, { toString: 1 })).to.equal('/toString: sent nothing, received 1');
  });

  it('shows long texts from where they differ', () => {
    const same = 'x'.repeat(5_000);
    expect(firstDifference(`${same}a`, `${same}b`)).to.equal(
      `/: sent (from character 4980) "${'x'.repeat(20)}a", received (from character 4980) ` + `"${'x'.repeat(20)}b"`,
    );
  });

  it('samples evenly and never more than asked for', () => {
    expect(sample([1, 2, 3], 5)).to.deep.equal([1, 2, 3]);
    expect(
      sample(
        Array.from({ length: 10 }, (_, index) => index),
        5,
      ),
    ).to.deep.equal([0, 2, 4, 6, 8]);
    expect(
      sample(
        Array.from({ length: 743 }, (_, index) => index),
        60,
      ),
    ).to.have.lengthOf(60);
  });

  it('gives percentiles that are measured values', () => {
    expect(percentile([5, 1, 4, 2, 3], 0.5)).to.equal(3);
    expect(percentile([5, 1, 4, 2, 3], 0.95)).to.equal(5);
    expect(percentile([], 0.5)).to.equal(0);
  });
});

describe('demo: options', () => {
  const env = { BASE: 'http://localhost:8080/', KEY: 'dk_x' };

  it('takes the address without its last slash, and the flags', () => {
    const flags = ['--limit', '5', '--json', '--dir', 'docs', '--concurrency', '3'];
    expect(readOptions(flags, env)).to.deep.equal({
      base: 'http://localhost:8080',
      key: 'dk_x',
      limit: 5,
      json: true,
      dir: 'docs',
      concurrency: 3,
    });
    expect(readOptions([], env)).to.include({ limit: Infinity, dir: 'node_modules', concurrency: 16 });
  });

  it('names everything that is missing or wrong', () => {
    expect(() => readOptions([], {})).to.throw(UsageError, /BASE is missing.*KEY is missing/);
    expect(() => readOptions([], { ...env, BASE: 'localhost:8080' })).to.throw(UsageError, /not an http/);
    expect(() => readOptions([], { ...env, KEY: 'a\nb' })).to.throw(UsageError, /KEY/);
  });
});
