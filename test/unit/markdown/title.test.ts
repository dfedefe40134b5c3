import { expect } from 'chai';
import { again, block, FILE_TITLE, pulled, pushed } from './documents.js';

describe('markdown: the title', () => {
  it('is the first heading of level 1, which then is no block', () => {
    const { title, blocks, metadata } = pushed('# A title\n\ntext\n\n# Another\n');
    expect(title).to.equal('A title');
    expect(blocks).to.deep.equal([block('paragraph', 'text'), block('heading', 'Another', { level: 1 })]);
    expect(metadata).to.equal(null);
  });

  it('is not a heading below others, which names a part', () => {
    const file = '## 3.0.0\n\n- new\n\n# 2.5.0\n\n- old\n';
    expect(pushed(file)).to.deep.include({ title: FILE_TITLE });
    expect(pushed(file).blocks.map(({ content }) => content)).to.deep.equal(['3.0.0', '- new', '2.5.0', '- old']);
  });

  it('has the words of a heading alone, which may stand below an image', () => {
    const file = '![logo](x.png)\n\n# The [*Big*](y) `one` &amp; <b>more</b>[^n] ![i](j)\n\ntext\n\n[^n]: N\n';
    expect(pushed(file).title).to.equal('The Big one & more');
  });

  it('is not a heading without words', () => {
    expect(pushed('# ![logo](x.png)\n\n# Words\n').title).to.equal('Words');
  });

  it('is an HTML heading of plain text', () => {
    expect(pushed('<!-- a -->\n\n<h1 align="center">\n  Words\n</h1>\n\ntext\n').title).to.equal('Words');
  });

  it('has the words of a heading in other HTML, which stays', () => {
    const html = '<h1 align="center">\n  <img src="x">\n  <br>\n  A &amp; <b>B</b>\n</h1>';
    for (const file of [html, `<div>\n${html}\n</div>`, `![i](j)\n\n${html}`]) {
      const { title, blocks } = pushed(`${file}\n\n# C\n`);
      expect(title).to.equal('A & B');
      expect(blocks.some(({ content }) => content.includes('<h1'))).to.equal(true);
      expect(blocks.at(-1)).to.deep.equal(block('heading', 'C', { level: 1 }));
    }
    expect(pushed('<h1><img></h1>\n\n# C\n').title).to.equal('C');
    expect(pushed('<h1>open\n\n# C\n').title).to.equal('C');
    expect(pushed(`${'<h1>'.repeat(200_000)}\n\n# C\n`).title).to.equal('C');
  });

  it('is not what pages show as a formula, a note or a definition', () => {
    for (const text of ['$$\n=\n$$', '::: tip\n# A\n:::', '!!! tip\n    b\n    =', '$$\n~~~\n$$']) {
      expect(pushed(`${text}\n\n# T\n`).title, text).to.equal('T');
    }
    expect(pushed('$$\n=\n$$\n\n# T\n').blocks).to.deep.equal([
      block('heading', '$$', { level: 1 }),
      block('paragraph', '$$'),
    ]);
    expect(pushed('# T\n\n$$\n=\n$$\n').title).to.equal('T');
  });

  it('is that of the front matter, and the heading stays', () => {
    const file = '---\ntitle: T\n---\n\n# H\n';
    expect(pushed(file)).to.deep.include({ title: 'T', blocks: [block('heading', 'H', { level: 1 })] });
  });

  for (const title of ['a_b', 'C #', '*a*', '[a](b)', '&amp;', '\\a', '1. a', '<b>', '~~a~~', '`']) {
    it(`comes back as a heading that says the same: ${title}`, () => {
      const document = { ...pushed('text'), title, metadata: null };
      expect(pushed(pulled(document))).to.deep.equal(document);
      expect(pulled(document)).to.match(/^# /);
    });
  }

  it('comes back as a heading before others', () => {
    expect(again('---', 'title: T', '---', '', '# H', '')).to.equal('# T\n\n# H\n');
    const blocks = [block('heading', 'C', { level: 1 })];
    expect(pushed(pulled({ ...pushed('# B\n'), blocks }))).to.deep.include({ title: 'B', blocks });
  });

  it('comes back in the front matter where a heading cannot say it', () => {
    const document = { ...pushed('text'), title: '  a  b', metadata: null };
    expect(pulled(document)).to.equal('---\ntitle: "  a  b"\n---\n\ntext\n');
  });
});
