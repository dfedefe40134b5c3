import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import markdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { findMarkdown } from '../../scripts/demo/find-markdown.js';
import type { MarkdownBlock } from '../../scripts/demo/markdown/block.js';
import { toBlocks } from '../../scripts/demo/markdown/to-blocks.js';
import { parseMarkdown } from '../../scripts/demo/markdown/tree.js';

function blocks(...lines: string[]): MarkdownBlock[] {
  return toBlocks(parseMarkdown(lines.join('\n')));
}

function list(listType: 'bullet' | 'ordered', ...lines: string[]): MarkdownBlock {
  return { type: 'list', content: lines.join('\n'), metadata: { listType } };
}

describe('demo: Markdown as blocks', () => {
  it('gives a heading its level and keeps its inline Markdown', () => {
    expect(blocks('# One *two*', '', 'Three', '---', '', '###### Six ######')).to.deep.equal([
      { type: 'heading', content: 'One *two*', metadata: { level: 1 } },
      { type: 'heading', content: 'Three', metadata: { level: 2 } },
      { type: 'heading', content: 'Six', metadata: { level: 6 } },
    ]);
  });

  it('keeps the lines and the inline Markdown of a paragraph', () => {
    expect(blocks('One **two**', 'three `four` <b>five</b> &amp; \\*')).to.deep.equal([
      { type: 'paragraph', content: 'One **two**\nthree `four` <b>five</b> &amp; \\*' },
    ]);
  });

  it('keeps code to the character, with the first word of its fence as language', () => {
    expect(blocks('```js title="x"', '  a();', '', '\tb("```");', '```')).to.deep.equal([
      { type: 'code', content: '  a();\n\n\tb("```");', metadata: { language: 'js' } },
    ]);
  });

  it('gives code without a language no metadata', () => {
    expect(blocks('```', 'a', '```', '', '    b', '      c')).to.deep.equal([
      { type: 'code', content: 'a' },
      { type: 'code', content: 'b\n  c' },
    ]);
  });

  it('writes a list as one item a line', () => {
    expect(blocks('* one', '* two', '  lines', '', 'x', '', '3) three', '4) four')).to.deep.equal([
      list('bullet', '- one', '- two lines'),
      { type: 'paragraph', content: 'x' },
      list('ordered', '3. three', '4. four'),
    ]);
  });

  it('indents the items of a nested list below their item', () => {
    expect(blocks('- a', '  1. b', '     - c', '- d')).to.deep.equal([
      list('bullet', '- a', '  1. b', '     - c', '- d'),
    ]);
  });

  it('puts code inside an item between two parts of the list, which goes on counting', () => {
    expect(blocks('1. a', '', '   ```sh', '   run', '   ```', '', '   after', '2. b')).to.deep.equal([
      list('ordered', '1. a'),
      { type: 'code', content: 'run', metadata: { language: 'sh' } },
      { type: 'paragraph', content: 'after' },
      list('ordered', '2. b'),
    ]);
  });

  it('starts the part of a nested list after a block at the margin, with its own kind', () => {
    expect(blocks('- a', '  1. b', '', '     > q', '  2. c')).to.deep.equal([
      list('bullet', '- a', '  1. b'),
      { type: 'quote', content: 'q' },
      list('ordered', '2. c'),
    ]);
  });

  it('keeps an empty item and a task', () => {
    expect(blocks('- ', '- [x] done')).to.deep.equal([list('bullet', '- ', '- [x] done')]);
  });

  it('keeps what a quote holds as Markdown', () => {
    const [quote, ...others] = blocks(
      ...['> ## a', '> b', '> c', '>', '> - d', '>   - e', '>', '> > f', '>'],
      ...['> ```', '> ~', '> ```', '> ***'],
    );
    expect(others).to.deep.equal([]);
    expect(quote).to.deep.equal({ type: 'quote', content: '## a\n\nb\nc\n\n- d\n  - e\n\n> f\n\n```\n~\n```\n\n---' });
  });

  it('writes a table as a pipe table with its alignments, pipes in cells escaped', () => {
    expect(blocks('a | b \\| c | d', ':-|:-:|--:', '1 | `x` |', '2 | y | z')).to.deep.equal([
      { type: 'table', content: '| a | b \\| c | d |\n| :--- | :---: | ---: |\n| 1 | `x` |  |\n| 2 | y | z |' },
    ]);
  });

  it('makes a paragraph of one image an image, and no other', () => {
    expect(blocks('![alt](https://example.org/a.png "t")', '', 'x ![alt](a.png)')).to.deep.equal([
      { type: 'image', content: '![alt](https://example.org/a.png "t")' },
      { type: 'paragraph', content: 'x ![alt](a.png)' },
    ]);
  });

  it('makes a rule a divider without content', () => {
    expect(blocks('a', '', '***')).to.deep.equal([
      { type: 'paragraph', content: 'a' },
      { type: 'divider', content: '' },
    ]);
  });

  it('keeps raw HTML as code, headings of plain text as headings, and leaves comments out', () => {
    const html = ['<p>', '<img src="a">', '</p>', '', '<!-- x', '', 'y -->', '', '<h2 id="i">Hi</h2>'];
    expect(blocks(...html)).to.deep.equal([
      { type: 'code', content: '<p>\n<img src="a">\n</p>', metadata: { language: 'html' } },
      { type: 'heading', content: 'Hi', metadata: { level: 2 } },
    ]);
  });

  it('writes out reference links and images of every form, wherever they stand', () => {
    const definitions = ['', '[a]: https://a.example "A \\"1\\""', '[b]: b(1).png'];
    expect(blocks('[x][a] [a][] [A] ![b] [![y][b]][a] `[a]` [no] [z](a)', ...definitions)).to.deep.equal([
      {
        type: 'paragraph',
        content:
          '[x](https://a.example "A \\"1\\"") [a](https://a.example "A \\"1\\"") ' +
          '[A](https://a.example "A \\"1\\"") ![b](<b(1).png>) ' +
          '[![y](<b(1).png>)](https://a.example "A \\"1\\"") `[a]` [no] [z](a)',
      },
    ]);
    expect(blocks('- [x][b]', '', '> # [b]', ...definitions)).to.deep.equal([
      list('bullet', '- [x](<b(1).png>)'),
      { type: 'quote', content: '# [b](<b(1).png>)' },
    ]);
  });

  it('ignores a byte order mark', () => {
    expect(blocks('\uFEFF# a')).to.deep.equal([{ type: 'heading', content: 'a', metadata: { level: 1 } }]);
  });

  it('keeps every word and every link of real files, in their order', async () => {
    const files = await findMarkdown('node_modules', Infinity);
    expect(files.length).to.be.greaterThan(50);
    for (const file of files) {
      const markdown = readFileSync(join('node_modules', file), 'utf8');
      const kept = toBlocks(parseMarkdown(markdown)).flatMap(wordsOfBlock);
      expect(kept.join(' '), file).to.equal(wordsOf(parser.parse(markdown, {})).join(' '));
    }
  }).timeout(60_000);
});

const parser = markdownIt({ html: true });

function wordsOfBlock({ type, content, metadata }: MarkdownBlock): string[] {
  if (type === 'code') return split(content, metadata?.['language'] === 'html');
  const isInline = type === 'heading' || type === 'paragraph' || type === 'image';
  return wordsOf(isInline ? parser.parseInline(content, {}) : parser.parse(content, {}));
}

/** What a reader of the file can see or follow: texts, code, and the targets of links and images. */
function wordsOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === 'inline') return wordsOf(token.children ?? []);
    const isHtml = token.type === 'html_block' || /^html\b/.test(token.info);
    const target = token.attrGet('href') ?? token.attrGet('src') ?? '';
    return [...split(target, false), ...split(token.content, isHtml)];
  });
}

function split(text: string, isHtml: boolean): string[] {
  const seen = isHtml ? text.replace(/<!--[\s\S]*?-->/g, '').replace(/<[^>]*>/g, ' ') : text;
  return seen.match(/[\p{L}\p{N}]+/gu) ?? [];
}
