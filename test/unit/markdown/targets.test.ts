import { expect } from 'chai';
import { linksOf } from '../../../src/markdown/targets.js';
import { costOf, timesOrdinary } from './conversion-cost.js';
import { DEAREST_TEXTS } from './dear-texts.js';

const LENGTH = 24_000;
/** As in cost.test.ts. */
const MOST_TIMES = 60;

/** As `2 a.png` for an image in the second line, and `2 -> a.md` for a link there. */
function found(text: string): string[] {
  return linksOf(text, 1).targets.map(({ line, target, isImage }) => `${line} ${isImage ? '' : '-> '}${target}`);
}

describe('markdown: targets of links and images', () => {
  it('are found where they stand, with their lines', () => {
    const text = ['# [A](a.md)', '', 'x', '[b](<b c.md> "t") and', '![c](c.png)', '', '- > [d](../d/#e)', ''].join(
      '\n',
    );
    expect(found(text)).to.deep.equal(['1 -> a.md', '4 -> b%20c.md', '5 c.png', '7 -> ../d/#e']);
  });

  it('are found in tables, notes, and descriptions of links', () => {
    const text = '| a |\n|---|\n| x |\n| [b](b.md) |\n\n[![c](c.svg)](d.md)[^1]\n\n[^1]: [e](e.md)\n';
    expect(found(text)).to.deep.equal(['4 -> b.md', '6 -> d.md', '6 c.svg', '8 -> e.md']);
  });

  it('are those of definitions where they are used', () => {
    expect(found('[a][x] [x] ![x] [y]\n\n[x]: ./x.md\n[unused]: z.md\n')).to.deep.equal([
      '1 -> ./x.md',
      '1 -> ./x.md',
      '1 ./x.md',
    ]);
  });

  it('are found in HTML', () => {
    const text = [
      '<p>',
      '<!-- <img src="no.png"> -->',
      "<IMG alt='>' SRC='a&amp;b.png'>",
      '<a class="x" href=c.md>C</a>',
      '<source media="x" srcset=" d.webp 2x, e.webp">',
      '</p>',
      '',
      'Text <img',
      'src="f\\g.png"> [h](h.md) <a name="i">',
    ].join('\n');
    expect(found(text)).to.deep.equal(['3 a&b.png', '4 -> c.md', '5 d.webp', '8 f\\g.png', '9 -> h.md']);
  });

  it('may be headings, and elements of HTML that have names', () => {
    const text = [
      '# The *Title*',
      '## Two! [words](x.md)',
      '',
      'Two words',
      '---',
      '- # In a list',
      '',
      '## Own {#mine}',
      '',
      '<h2>HTML</h2>',
      '',
      'x <a name="here"></a>',
    ].join('\n');
    expect([...linksOf(text, 1).anchors]).to.deep.equal([
      'the-title',
      'two-words',
      'two-words-1',
      'in-a-list',
      'mine',
      'html',
      'here',
    ]);
  });

  it('may be headings among other HTML, by their words or the names they have', () => {
    const text = [
      '<div align="center">',
      '<h1><img src="a.png"> The <em>Tool</em> &amp; more</h1>',
      '<h2 id="Own">Named</h2><h3>',
      'Over',
      'lines</h3>',
      '<h2>The Tool &amp; more</h2><script>"<h2>no</h2>"</script>',
      '</div>',
      '',
      '## Over lines',
    ].join('\n');
    expect([...linksOf(text, 1).anchors]).to.deep.equal([
      'the-tool--more',
      'over-lines',
      'the-tool--more-1',
      'Own',
      'over-lines-1',
    ]);
    expect([...linksOf('- <h2>In a list</h2>', 1).anchors]).to.deep.equal(['in-a-list']);
  });

  it('are none in code', () => {
    expect(found('`[a](a.md)`\n\n```\n![b](b.png)\n<img src="c.png">\n```\n\n    [d](d.md)\n')).to.deep.equal([]);
  });

  it('are none in a text that becomes plain paragraphs', () => {
    expect(found(`${'[a](b) '.repeat(200_000)}\n\n[a](a.md)`)).to.deep.equal([]);
  });

  const hostile = [
    '<a "<a \'',
    '<a ""',
    '<!-- <a href="',
    '<a href=',
    '<img src="x" \'"\' ',
    '<a a="b" ',
    '<h1>x',
    '<h1></h2>',
  ];
  const texts = [
    ...DEAREST_TEXTS,
    ...hostile.map(
      (unit) => [`HTML of ${unit}`, (length: number) => `<p>\n${unit.repeat(length / unit.length)}`] as const,
    ),
  ];
  for (const [name, textOf] of texts) {
    it(`are found in a time that grows with the text: ${name}`, () => {
      const text = textOf(LENGTH);
      expect(timesOrdinary(() => costOf(() => linksOf(text, 1)), LENGTH, MOST_TIMES)).to.be.below(MOST_TIMES);
    });
  }
});
