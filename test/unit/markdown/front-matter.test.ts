import { expect } from 'chai';
import { splitFrontMatter } from '../../../src/markdown/front-matter.js';
import { markdownToDocument } from '../../../src/markdown/markdown-to-document.js';
import { MarkdownError } from '../../../src/markdown/markdown-error.js';
import { again, block, FILE_TITLE, LIMITS, pulled, pushed } from './documents.js';

const withFront = (...lines: string[]): string => ['---', ...lines, '---', '', '# T', ''].join('\n');

function refusal(markdown: string): string {
  try {
    pushed(markdown);
  } catch (error) {
    if (error instanceof MarkdownError) return error.message;
    throw error;
  }
  return 'none';
}

describe('markdown: front matter', () => {
  it('gives title, tags and visibility, and the rest as metadata', () => {
    const file = withFront('title: A', 'tags: [b, 1]', 'visibility: public', 'lang: he', 'by: {c: [1.5, null]}');
    expect(pushed(file)).to.deep.equal({
      title: 'A',
      contentType: 'markdown',
      visibility: 'public',
      metadata: {
        tags: ['b', '1'],
        lang: 'he',
        by: { c: [1.5, null] },
        quire: { front_matter: ['title', 'visibility'] },
      },
      blocks: [block('heading', 'T', { level: 1 })],
    });
  });

  it('comes back, with the visibility that the document has by now', () => {
    const document = pushed(withFront('visibility: public', 'date: 2026-01-02', 'note: "a: b"'));
    const file = pulled({ ...document, visibility: 'private' });
    expect(file).to.equal(withFront('date: 2026-01-02', 'note: "a: b"', 'visibility: private'));
    expect(pushed(file)).to.deep.equal({ ...document, visibility: 'private' });
  });

  it('does not come back where there was none', () => {
    expect(again('# A', '', 'b', '')).to.equal('# A\n\nb\n');
  });

  it('takes a text of tags for a list with commas', () => {
    expect(pushed(withFront('tags: a b, c,')).metadata).to.deep.equal({ tags: ['a b', 'c'] });
  });

  it('keeps numbers as they are written where texts belong', () => {
    expect(pushed(withFront('title: 1.10', 'tags: [007, 1e3, 1.10, true, 12e4567]', 'order: 1.10'))).to.deep.include({
      title: '1.10',
      metadata: { tags: ['007', '1e3', '1.10', 'true', '12e4567'], order: 1.1, quire: { front_matter: ['title'] } },
    });
    expect(pushed(withFront('tags: 1.10')).metadata).to.deep.equal({ tags: ['1.10'] });
  });

  it('begins with a key of any script, or in quotation marks', () => {
    for (const key of ['日付', 'über', '_k', '1', '"a(b)"', "'*'", '"a\\"b" ', 'a b', '"$k"']) {
      expect(markdownToDocument(withFront(`${key}: 1`, 'quire: false'), { title: 'x', limits: LIMITS }), key).to.equal(
        undefined,
      );
    }
  });

  it('does not begin with a symbol, as text does', () => {
    for (const line of ['$f : X is continuous.', '⚠️ Note: do not edit', '• Eins: a', '“Ask: x', '/x: y', '&a x: y']) {
      expect(pushed(`---\n${line}\nmore\n---\n`).blocks[0], line).to.deep.equal(block('divider', ''));
    }
  });

  it('is found in time in proportion to the text', () => {
    for (const line of [
      `a${' '.repeat(200_000)}`,
      `"${'a'.repeat(200_000)}`,
      '# a'.repeat(70_000),
      'é'.repeat(200_000),
    ]) {
      const before = process.cpuUsage();
      splitFrontMatter(`---\n${line}\n---\n`, 1_000_000);
      // Steps in proportion to its square are 40,000,000,000.
      expect(process.cpuUsage(before).user / 1_000).to.be.below(2_000);
    }
  });

  it('comes back with any keys', () => {
    for (const key of [
      '日付',
      '😀',
      'a(b)',
      '[a]',
      '*',
      '-',
      '- a',
      '? a',
      ': a',
      '#',
      '&a',
      '!a',
      '{',
      '>',
      '|',
      '%',
      '@',
      '`',
      '',
      'x'.repeat(1_100),
      ' ',
      '"',
      "'",
      'a: b',
      'a\nb',
      '\\',
      '=',
      '+',
      '~',
      '<<',
      '---',
      '...',
      '1',
      'null',
      '<a>',
      ',',
    ]) {
      const document = { ...pushed('# A\n'), metadata: { [key]: 'x', tags: ['y'] } };
      expect(pushed(pulled(document)), key).to.deep.equal(document);
    }
  });

  it('has metadata that the file did not have', () => {
    expect(pulled({ ...pushed('# A\n'), metadata: { tags: ['b'], deep: { c: 1 } } })).to.equal(
      '---\ntags:\n  - b\ndeep:\n  c: 1\n---\n\n# A\n',
    );
  });

  it('keeps a file out', () => {
    expect(markdownToDocument(withFront('quire: false'), { title: 'x', limits: LIMITS })).to.equal(undefined);
    expect(pushed(withFront('quire: true')).metadata).to.equal(null);
  });

  it('is Markdown unless it has keys', () => {
    for (const markdown of [
      '---\n# a\n---\nb',
      '---\n\n---\n',
      '---\na\n---',
      '---\na: b\n',
      '---\n- a: b\n---\n',
      '---\n[a](b): c\n---',
    ]) {
      expect(pushed(markdown), markdown).to.deep.include({ title: markdown.includes('# a') ? 'a' : FILE_TITLE });
      expect(pushed(markdown).blocks[0], markdown).to.deep.equal(block('divider', ''));
    }
    expect(pushed('---\n{}\n---\n# T')).to.deep.include({ title: 'T', metadata: null });
  });

  it('keeps keys that a prototype has', () => {
    const { metadata } = pushed(withFront('__proto__: {a: 1}', 'constructor: b'));
    expect(JSON.stringify(metadata)).to.equal('{"__proto__":{"a":1},"constructor":"b"}');
  });

  for (const [lines, message] of [
    [['a: b', 'title: [c]'], 'line 3: title must be a text'],
    [['visibility: hidden'], 'line 2: visibility must be private or public'],
    [['a: 1', '# b', 'quire: no'], 'line 4: quire must be true or false'],
    [['tags: {a: b}'], 'line 2: tags must be a list of texts'],
    [['tags: [[a]]'], 'line 2: tags must be a list of texts'],
    [['a: b', 'c: d', 'a: e'], 'line 4: the front matter has a twice'],
    [
      ['a: 1', 'b: {c: !!set {d}}'],
      'line 3: the front matter has a value of the tag !!set, which metadata cannot have',
    ],
    [['a: !!binary aGk='], 'line 2: the front matter has a value of the tag !!binary, which metadata cannot have'],
    [['a: 1', 'b: [-.inf]'], 'line 3: the front matter has the number -.inf, which metadata cannot have'],
    [['a: 1', '? [b]', ': c'], 'line 3: the front matter has a list or mapping as a key, which metadata cannot have'],
    [['a: &b [c]', '*b : d'], 'line 3: the front matter has a list or mapping as a key, which metadata cannot have'],
    [['a: {{b: c}: d}'], 'line 2: the front matter has a list or mapping as a key, which metadata cannot have'],
    [['a: b', 'c: "d'], 'line 4: the front matter is not YAML: MISSING_CHAR'],
    [[`a: ${'['.repeat(200_000)}`], 'line 1: the front matter has more than 64 levels'],
    [['a: &a [*a]'], 'line 1: the front matter has aliases that cannot be resolved'],
    [
      ['a: &a [x,x,x,x]', 'b: &b [*a,*a,*a,*a]', 'c: &c [*b,*b,*b,*b]', 'd: [*c,*c,*c,*c,*c]'],
      'line 1: the front matter has aliases that cannot be resolved',
    ],
  ] as const) {
    it(`is refused with its line: ${message}`, () => {
      expect(refusal(withFront(...lines))).to.equal(message);
    });
  }
});

describe('markdown: limits', () => {
  const LONG = 'x'.repeat(1_000);

  for (const [name, markdown, limits, message] of [
    ['blocks', '# T\n\na\n\nb\n\nc\nd', { blocks: 2 }, 'line 7: the file has more than 2 blocks'],
    ['a file', LONG, { bodyBytes: 999 }, 'line 1: the file is larger than 999 bytes'],
    [
      'a block',
      `a\n\n${'"'.repeat(600)}`,
      { bodyBytes: 1_000 },
      'line 3: the blocks up to here are larger than 1000 bytes as JSON',
    ],
    [
      'metadata',
      withFront(`a: ${LONG}`),
      { metadataBytes: 1_005 },
      'line 1: the metadata is larger than 1005 bytes as JSON',
    ],
    [
      'front matter',
      withFront(`a: ${LONG}`),
      { metadataBytes: 999 },
      'line 1: the front matter is longer than the 999 bytes that metadata may have',
    ],
    ['a title', `\n# ${'😀'.repeat(501)}`, {}, 'line 2: the title is longer than 500 characters'],
    [
      'links by reference',
      `[a]: ${LONG}\n\n[a]\n[a]\n`,
      { bodyBytes: 1_500 },
      'line 4: the links by reference, written out, are longer than 1500 bytes',
    ],
  ] as const) {
    it(`are named, with the line: ${name}`, () => {
      expect(() => pushed(markdown, limits)).to.throw(MarkdownError, message);
    });
  }

  it('count lines after front matter', () => {
    expect(() => pushed(withFront('a: b') + '\nc\n\nd', { blocks: 1 })).to.throw(MarkdownError, 'line 9: ');
  });

  it('let through what is at them', () => {
    expect(pushed('a\n\nb\n\n[x]: y', { blocks: 2 }).blocks).to.have.length(2);
    expect(pushed(`# ${'😀'.repeat(500)}`).title).to.have.length(1_000);
  });
});
