import { expect } from 'chai';
import { block, blocksOf, pushed } from './documents.js';

describe('markdown: the blocks of a file', () => {
  it('have the level of a heading and its inline Markdown', () => {
    expect(blocksOf('## One *two*', '', 'Three', 'four', '---', '', '###### Six ######')).to.deep.equal([
      block('heading', 'One *two*', { level: 2 }),
      block('heading', 'Three\nfour', { level: 2 }),
      block('heading', 'Six', { level: 6 }),
    ]);
  });

  it('have the lines of a paragraph as they are', () => {
    expect(blocksOf('One **two**', '  three `four` <b>five</b> &amp; \\*')).to.deep.equal([
      block('paragraph', 'One **two**\n  three `four` <b>five</b> &amp; \\*'),
    ]);
  });

  it('have code to the character, its language, and what else its fence says', () => {
    expect(blocksOf('```js', '  a();', '', '\tb("```");', '```', '', '~~~ts title="`x`"', 'c', '~~~')).to.deep.equal([
      block('code', '  a();\n\n\tb("```");', { language: 'js' }),
      block('code', 'c', { language: 'ts', info: 'ts title="`x`"' }),
    ]);
    expect(blocksOf('    a', '      b', '', '```', '```')).to.deep.equal([block('code', 'a\n  b'), block('code', '')]);
  });

  it('have a list as a piece of the file, whatever it holds', () => {
    const lines = ['* a', '  1. b', '', '     > c', '  2. d', '', '* [x] e', '', '  ```', '  f', '  ```'];
    expect(blocksOf(...lines, '', '3) g')).to.deep.equal([
      block('list', lines.join('\n'), { listType: 'bullet' }),
      block('list', '3) g', { listType: 'ordered' }),
    ]);
  });

  it('have a quote without its marks', () => {
    expect(blocksOf('> ## a', '>b', '>', '> - c', '>   - d')).to.deep.equal([block('quote', '## a\nb\n\n- c\n  - d')]);
  });

  it('have a quote with its marks where it would be another one without them', () => {
    for (const lines of [
      ['> a', 'b', '==='],
      ['> > a', '> b'],
      ['>a', '>-\tb'],
    ]) {
      expect(blocksOf(...lines)).to.deep.equal([block('quote', lines.join('\n'))]);
    }
  });

  it('have a table as a piece of the file', () => {
    const table = 'a | b \\| c\n:-|-:\n1 | `x`\n| 2';
    expect(blocksOf(table, '', 'd')).to.deep.equal([block('table', table), block('paragraph', 'd')]);
  });

  it('begin at the margin', () => {
    for (const source of ['|a|\n  |-|', '> a\nb\n===', '<p>\n a']) {
      expect(blocksOf('- a', '', '[x]: y', '', `  ${source}`)[1]?.content, source).to.equal(source);
    }
  });

  it('have a paragraph of one image as an image with its caption, and no other', () => {
    const image = '![a [b] *c*](https://a.example/a.png "A caption")';
    expect(blocksOf(image, '', `x ${image}`, '', `[${image}](d)`)).to.deep.equal([
      block('image', image),
      block('paragraph', `x ${image}`),
      block('paragraph', `[${image}](d)`),
    ]);
  });

  it('have a rule as a divider', () => {
    expect(blocksOf('a', '', '***')).to.deep.equal([block('paragraph', 'a'), block('divider', '')]);
  });

  it('have raw HTML as code, and headings of plain text as headings', () => {
    const html = '<h2 id="i">Hi &amp; you</h2>';
    expect(blocksOf('<p>', '<img src="a">', '</p>', '', html, '', '<h2>a *b*</h2>')).to.deep.equal([
      block('code', '<p>\n<img src="a">\n</p>', { language: 'html', raw: true }),
      block('heading', 'Hi &amp; you', { level: 2, html }),
      block('code', '<h2>a *b*</h2>', { language: 'html', raw: true }),
    ]);
  });

  it('have no comments', () => {
    const { blocks, metadata } = pushed('# t\n\n<!-- a -->\n<!-- b\n\nc -->\n\nd\n\n<!-- e -->\n');
    expect({ blocks, metadata }).to.deep.equal({ blocks: [block('paragraph', 'd')], metadata: null });
  });

  it('have no byte order mark, carriage returns, NULs and halves of characters', () => {
    expect(blocksOf('\uFEFFa\r\nb\rc\0\ud800')).to.deep.equal([block('paragraph', 'a\nb\nc\uFFFD\uFFFD')]);
  });
});

describe('markdown: definitions', () => {
  it('of links and images are written out wherever they are used', () => {
    const definitions = ['', '[a]: https://a.example "A \\"1\\" | `x`"', '[b]: b(1).png', '[c]: <>'];
    expect(blocksOf('[x][a] [a][] [A] ![b] [![y][b]][a] `[a]` [no] [z](a) [c]', ...definitions)).to.deep.equal([
      block(
        'paragraph',
        ['[x]', '[a]', '[A]']
          .map((text) => `${text}(https://a.example "A &quot;1&quot; &#124; &#96;x&#96;") `)
          .join('') +
          '![b](<b(1).png>) [![y](<b(1).png>)](https://a.example "A &quot;1&quot; &#124; &#96;x&#96;") ' +
          '`[a]` [no] [z](a) [c](<>)',
      ),
    ]);
  });

  it('keep the characters of an address', () => {
    expect(blocksOf('[a]', '', '[a]: /?b&amp;copy;=1&c "&amp;copy;"')).to.deep.equal([
      block('paragraph', '[a](/?b&amp;copy;=1&c "&amp;copy;")'),
    ]);
  });

  it('reach lists, quotes, headings and tables', () => {
    expect(
      blocksOf(
        '- [x][',
        '  b]',
        '  > [b]',
        '',
        '> ## [b]',
        '',
        '## [b]',
        '',
        '|a\\|[b]|`[b]`|![b]|',
        '|-|-|-|',
        '',
        '[b]: u',
      ),
    ).to.deep.equal([
      block('list', '- [x](u)\n  > [b](u)', { listType: 'bullet' }),
      block('quote', '## [b](u)'),
      block('heading', '[b](u)', { level: 2 }),
      block('table', '|a\\|[b](u)|`[b]`|![b](u)|\n|-|-|-|'),
    ]);
  });

  it('reach labels in descriptions and after what is no address', () => {
    expect(blocksOf('![a [b] ![c ![b]][b]](d) [b](e f)', '', '[b]: u')).to.deep.equal([
      block('paragraph', '![a [b](u) ![c ![b](u)](u)](d) [b](u)(e f)'),
    ]);
  });

  it('do not reach what is in a tag', () => {
    expect(blocksOf('<a title="[b]">c</a>', '', '[b]: u')).to.deep.equal([block('paragraph', '<a title="[b]">c</a>')]);
  });

  it('of footnotes become a list, in the order of their numbers', () => {
    const definitions = [
      '[^u]: unused',
      '[^b]: B',
      '    ',
      '    ```',
      '    c',
      '    ```',
      '[^a]: A[^b] [^d]',
      '[^d]: D',
    ];
    expect(blocksOf('One[^a], two[^b], three[^a], [^no] [^1].', '', ...definitions)).to.deep.equal([
      block('paragraph', 'One[^1], two[^2], three[^1], [^no] [\\^1].'),
      block('list', '1. A[^2] [^3]\n2. B\n\n   ```\n   c\n   ```\n3. D\n4. unused', {
        listType: 'ordered',
        footnotes: ['a', 'b', 'd', 'u'],
      }),
    ]);
  });

  it('that are missing leave text, which is no footnote', () => {
    expect(blocksOf('a[^1] `[^1]` [^1](b) \\[^1]')).to.deep.equal([
      block('paragraph', 'a[\\^1] `[^1]` [^1](b) \\[^1]'),
    ]);
  });

  it('of footnotes are numbered by their uses in the text, wherever they stand', () => {
    const [text, list] = blocksOf('[^a]: [^c] [^a]', '[^b]:', '    B', '[^c]: C', '', 'x[^a] y[^b]');
    expect(text).to.deep.equal(block('paragraph', 'x[^1] y[^2]'));
    expect(list?.content).to.equal('1. [^3] [^1]\n2. B\n3. C');
  });

  it('of footnotes keep lines without indent, which would mean more with one', () => {
    expect(blocksOf('x[^a]', '', '[^a]: b    c', ' d', '===')[1]?.content).to.equal('1. b    c\n    d\n===');
    expect(blocksOf('x[^a]', '', '[^a]: b', '', '\tc', '', '  \t\td')[1]?.content).to.equal('1. b\n\n   c\n\n       d');
  });

  it('of the same footnote count once, and are all kept', () => {
    expect(blocksOf('x[^a]', '', '[^b]: B', '[^a]: [^a]', '[^a]: 2')).to.deep.equal([
      block('paragraph', 'x[^1]'),
      block('list', '1. [^1]\n2. B\n3. 2', { listType: 'ordered', footnotes: ['a', 'b', 'a'] }),
    ]);
  });

  it('of footnotes in a list or a quote are no addresses', () => {
    for (const file of ['- a[^1].\n\n  [^1]: https://example.com/x', 'a[^n].\n\n> b\n>\n> [^n]: word']) {
      expect(JSON.stringify(blocksOf(file)), file).to.not.match(/\]\((?:https|word)/);
    }
  });

  it('of footnotes in a list or a quote are text', () => {
    expect(blocksOf('a[^b]', '', '> [^b]: c d')).to.deep.equal([
      block('paragraph', 'a[^b]'),
      block('quote', '[^b]: c d'),
    ]);
  });

  it('of footnotes in a list or a quote do not become those of links', () => {
    expect(blocksOf('- a[^1]', '', '  [^1]: word', '', '> [^2]: word', '> [^2]: b')).to.deep.equal([
      block('list', '- a[\\^1]\n\n  \\[^1]: word', { listType: 'bullet' }),
      block('quote', '\\[^2]: word\n[\\^2]: b'),
    ]);
    expect(blocksOf('[a [^1]: b](c)')).to.deep.equal([block('paragraph', '[a [\\^1]: b](c)')]);
  });
});
