import { expect } from 'chai';
import { USUAL_LIMITS } from '../../../src/markdown/check-limits.js';
import { convertMarkdown } from '../../../src/markdown/convert-markdown.js';
import { MarkdownError } from '../../../src/markdown/markdown-error.js';
import { pushed, withFront } from './documents.js';

describe('markdown: limits', () => {
  it('make plain paragraphs of lines that belong to very many quotes, before these take memory', () => {
    for (const line of ['a\n', '>a\n']) {
      const text = `${'>'.repeat(98)}a\n${line.repeat(200_000)}`;
      expect(convertMarkdown(text, USUAL_LIMITS)?.isPlain, line).to.equal(true);
    }
    expect(convertMarkdown(`${'>'.repeat(9)}a\n${'a\n'.repeat(20_000)}`, USUAL_LIMITS)?.isPlain).to.equal(false);
  });

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
    [
      'a title of front matter',
      `---\na: 1\ntitle: ${'x'.repeat(501)}\n---\n`,
      {},
      'line 3: the title is longer than 500',
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
