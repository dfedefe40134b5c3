import { expect } from 'chai';
import { changedFile, openFile, type FileChanges } from '../../src/console/editor/edited-file.js';
import { withField } from '../../src/console/editor/front-field.js';
import { withLineEnds, withoutLineEnds } from '../../src/console/editor/line-ends.js';
import { titleHeading, withTitle } from '../../src/console/editor/title-heading.js';
import { convertMarkdown } from '../../src/markdown/convert-markdown.js';
import { LIMITS } from './markdown/documents.js';

/** The file after these changes; `text`: of what the user sees. */
function changed(original: string, title: string, changes: Partial<FileChanges>): string {
  const file = openFile(original, title);
  return changedFile(file, { text: file.text, ...changes }).markdown;
}

function linesThatDiffer(before: string, after: string): number {
  const [one, other] = [before.split('\n'), after.split('\n')];
  expect(other).to.have.length(one.length);
  return one.filter((line, at) => line !== other[at]).length;
}

const FRONT = `---
# kept
title:   'Guide'   # quoted
weight: 1.10
tags:
  - a # first
  # about b
  - "b"

nested: {x: 1,   y: [2,3]}
visibility: private
---`;
const FILE = `${FRONT}\n\n# Guide\n\nOne word.  \n\n* odd\n+ list\n`;

describe('the text in the editor of the console', () => {
  it('is the body of the file, without the heading that is the title', () => {
    const seen = (original: string, title: string) => openFile(original, title).text;
    expect(seen(FILE, 'Guide')).to.equal('# Guide\n\nOne word.  \n\n* odd\n+ list\n');
    expect(seen('# *Big* one #\n\nText', 'Big one')).to.equal('Text');
    expect(seen('\uFEFFBig\r\n===\r\n\r\nText\r\n', 'Big')).to.equal('Text\n');
    expect(seen('![logo](x.png)\n\n# Big\n', 'Big')).to.equal('![logo](x.png)\n\n# Big\n');
    expect(seen('# Another\n\nText', 'Big')).to.equal('# Another\n\nText');
  });

  for (const [name, file] of Object.entries({
    plain: FILE,
    'CRLF and BOM': `\uFEFF${FILE.replaceAll('\n', '\r\n')}`,
    'both line ends': FILE.replace('list\n', 'list\r\n').replace('# kept\n', '# kept\r\n'),
    'lone CR': FILE.replaceAll('\n', '\r'),
    'no last line end': FILE.trimEnd(),
    TOML: '+++\r\ntitle = "Guide"\r\n+++\r\n\r\nOne word.\r\n',
    JSON: '{"title": "Guide"}\n\nOne word.\n',
    'only a heading': '# Guide\nOne word.',
  })) {
    it(`changes one word in the file if one word is changed: ${name}`, () => {
      const { text } = openFile(file, 'Guide');
      expect(changed(file, 'Guide', {})).to.equal(file);
      const after = changed(file, 'Guide', { text: text.replace('word', 'term') });
      expect(after).to.equal(file.replace('word', 'term'));
    });
  }

  it('keeps the line end of each line where ends are mixed', () => {
    const original = 'a\r\nb\nc\r\nd\ne';
    expect(withoutLineEnds(original)).to.equal('a\nb\nc\nd\ne');
    expect(withLineEnds('a\nB\nc\nd\ne', original)).to.equal('a\r\nB\nc\r\nd\ne');
    expect(withLineEnds('a\nnew\nb\nd\nE\nf', original)).to.equal('a\r\nnew\r\nb\nd\nE\nf');
    expect(withLineEnds('b\nc\nd\ne\n', original)).to.equal('b\nc\r\nd\ne\n');
    expect(withLineEnds('', original)).to.equal('');
  });

  it('takes large texts with mixed line ends', () => {
    const original = 'a\r\nb\n'.repeat(50_000);
    const others = 'x\ny\n'.repeat(50_000);
    expect(withoutLineEnds(withLineEnds(others, original))).to.equal(others);
  });

  it('is apart from a file that had no text', () => {
    expect(changed('# T', 'T', { text: 'x' })).to.equal('# T\n\nx');
    expect(changed('---\ntitle: T\n---', 'T', { text: 'x' })).to.equal('---\ntitle: T\n---\n\nx');
  });

  it('is known to have other front matter', () => {
    const isTyped = (original: string, text: string) => changedFile(openFile(original, ''), { text }).isFrontTyped;
    expect(isTyped('Text', '---\na: 1\n---\nText')).to.equal(true);
    expect(isTyped('+++\na = 1\n+++\n', '+++\na = 2\n+++\n')).to.equal(true);
    expect(isTyped('+++\na = 1\n+++\n', '+++\na = 1\n+++\nText')).to.equal(false);
  });

  it('is private if the front matter says that it is a draft', () => {
    expect(openFile('---\ndraft: true\n---\n', '').isPrivate).to.equal(true);
    expect(openFile('+++\nvisibility = "private"\n+++\n', '').isPrivate).to.equal(true);
    expect(openFile('---\nvisibility: private\n---\n', '').isPrivate).to.equal(false);
  });
});

describe('fields in the editor of the console', () => {
  it('are changed in the front matter, one line each', () => {
    const titled = changed(FILE, 'Guide', { title: 'Manual: 2' });
    expect(titled).to.equal(FILE.replace("'Guide'", "'Manual: 2'"));
    const shown = changed(FILE, 'Guide', { visibility: 'public' });
    expect(shown).to.equal(FILE.replace('visibility: private', 'visibility: public'));
    const retagged = changed(FILE, 'Guide', { tags: ['a', 'c'] });
    expect(retagged).to.equal(FILE.replace('  - "b"\n', '  - c\n'));
    expect(linesThatDiffer(FILE, retagged)).to.equal(1);
  });

  it('are changed in files of other line ends', () => {
    const file = `\uFEFF${FILE.replaceAll('\n', '\r\n')}`;
    const after = changed(file, 'Guide', { title: 'New', tags: ['b'] });
    expect(after).to.equal(file.replace("'Guide'", "'New'").replace('  - a # first\r\n  # about b\r\n', ''));
  });

  it('keep values of every form in front matter', () => {
    for (const [yaml, key, value, wanted] of [
      ['tags: [a, "b"] # c\nz: 1\n', 'tags', ['b', 'c: d'], 'tags: ["b", "c: d"] # c\nz: 1\n'],
      ['tags: a, b\nz: 1\n', 'tags', ['b'], 'tags: [b]\nz: 1\n'],
      ['tags:\nz: 1\n', 'tags', ['b'], 'tags: [b]\nz: 1\n'],
      ['tags:\n- a\n- b\nz: 1\n', 'tags', ['b', 'a', 'no'], 'tags:\n- b\n- a\n- "no"\nz: 1\n'],
      ['tags:\n- a # x\nz: 1\n', 'tags', [], 'tags: []\nz: 1\n'],
      ['tags:\n  - 1.10\n', 'tags', ['1.10'], 'tags:\n  - "1.10"\n'],
      ['a: 1 # x\n', 'tags', ['b'], 'a: 1 # x\ntags: [b]\n'],
      ['', 'title', 'yes', 'title: "yes"\n'],
      ['# only a comment\n', 'title', 'T', '# only a comment\ntitle: T\n'],
      ['title: >-\n  a\n  b\nz: 1\n', 'title', 'T', 'title: T\nz: 1\n'],
      ['{title: A, z: 1}\n', 'title', 'a, b', '{title: "a, b", z: 1}\n'],
      ['"title": "A"\n', 'title', 'say "b"', '"title": "say \\"b\\""\n'],
      ['  a: 1\n', 'title', 'T', '  a: 1\n  title: T\n'],
    ] as const) {
      expect(withField(yaml, { key, value }), yaml).to.equal(wanted);
    }
  });

  it('change no other value', () => {
    expect(withField('{z: 1}\n', { key: 'title', value: 'T' })).to.match(/z: 1[^]*title: T/);
    expect(() => withField('title: &t A\nz: *t\n', { key: 'title', value: 'T' })).to.throw('alias');
  });

  it('change the title in the heading that says it', () => {
    expect(changed('# A *b*\n\nText', 'A b', { title: 'C' })).to.equal('# C\n\nText');
    expect(changed('logo\n\nA\n===\nText', 'A', { title: 'C' })).to.equal('logo\n\nC\n===\nText');
    expect(changed('A\n===\n\nText', 'A', { title: '1. C' })).to.equal('# 1. C\n\nText');
    expect(changed('<!--\n# A\n-->\n```\n# A\n```\n# A #\n', 'A', { title: 'C' })).to.match(/# A\n```\n# C #\n$/);
  });

  it('take time in proportion to the text', () => {
    const LENGTH = 300_000;
    const before = process.cpuUsage();
    for (const part of [' ', '![', '[', '#', ' #', '\\n', '```\\n', '<!--', '\t']) {
      const text = part.replaceAll('\\n', '\n').repeat(LENGTH / part.length);
      for (const file of [`# a${text}b`, `a${text}b\n===\n`, text, `---\na: 1\n---\n${text}x`]) {
        expect(changed(file, 'T', { title: 'U' })).to.contain('U');
      }
    }
    // Steps in proportion to its square are 90,000,000,000.
    expect(process.cpuUsage(before).user / 1_000).to.be.below(5_000);
  });

  it('put a title that the file does not say into its front matter', () => {
    expect(changed('## A\n\nText', 'B', { title: 'C' })).to.equal('---\ntitle: C\n---\n\n## A\n\nText');
    expect(changed('---\na: 1\n---\nText', 'B', { title: 'C' })).to.equal('---\na: 1\ntitle: C\n---\nText');
    expect(changed('', '', { title: 'C', tags: [] })).to.equal('---\ntitle: C\n---\n');
  });

  it('leave TOML and JSON alone', () => {
    const file = '+++\ntitle = "A"\n+++\nText';
    expect(changed(file, 'A', { title: 'B', tags: ['c'] })).to.equal(file);
  });

  for (const title of [
    'a_b',
    '_a_',
    'C #',
    '#',
    '*a*',
    '[a](b)',
    '&amp;',
    'a & b',
    '\\a',
    '1. a',
    '<b>',
    '~~a~~',
    '`',
  ]) {
    it(`give a heading that the service reads as the title: ${title}`, () => {
      for (const file of ['# T\n', 'T\n===\n']) {
        const heading = titleHeading(file, 'T');
        expect(heading).not.to.equal(undefined);
        expect(convertMarkdown(withTitle(file, heading!, title), LIMITS)?.title, file).to.equal(title);
      }
    });
  }
});
