/** Documents that other clients made, which have no file. */
import { expect } from 'chai';
import type { NewBlock } from '../../../src/domain/document.js';
import { inlineMarkdown } from '../../../src/render/blocks/markdown.js';
import { again, block, pulled, pushed } from './documents.js';

/** The file of a document of these blocks, without its title. */
function fileOf(...blocks: NewBlock[]): string {
  const document = { ...pushed('# T\n'), blocks };
  const file = pulled(document);
  expect(pulled(pushed(file)), 'the file of the document of the file').to.equal(file);
  return file.replace('# T\n\n', '');
}

describe('markdown: the file of blocks', () => {
  it('has headings of every level, of one line', () => {
    expect(
      fileOf(block('heading', 'a'), block('heading', 'b\nc', { level: 3 }), block('heading', '', { level: 9 })),
    ).to.equal('## a\n\n### b c\n\n######\n');
  });

  it('underlines a heading that has several lines', () => {
    expect(fileOf(block('heading', 'b\nc', { level: 2 }), block('heading', 'd\ne', { level: 1 }))).to.equal(
      'b\nc\n---\n\nd\ne\n===\n',
    );
    expect(again('a', '===', '', 'b', '| c |', '- ', '')).to.equal('# a\n\nb\n| c |\n- \n');
  });

  it('closes a heading that ends with marks of its own', () => {
    expect(fileOf(block('heading', 'C #', { level: 3 }), block('heading', '#'))).to.equal('### C # #\n\n## # #\n');
  });

  it('has lists with their marks, or marks the lines of those that have none', () => {
    expect(fileOf(block('list', 'a\n\nb', { listType: 'ordered' }), block('list', 'a\nb'))).to.equal(
      '1. a\n1. b\n\n- a\n- b\n',
    );
  });

  it('keeps lists apart that would be one', () => {
    expect(fileOf(block('list', '- a'), block('list', '- b'), block('list', '* c'), block('list', ' + d'))).to.equal(
      '- a\n\n<!-- -->\n\n- b\n\n* c\n\n<!-- -->\n\n + d\n',
    );
    expect(again('- a', '', '[x]: y', '', '- b', '<!-- c -->', '- d', '')).to.match(
      /a\n\n<!-- -->\n\n- b\n\n<!-- -->\n\n- d\n$/,
    );
  });

  it('has quotes with marks', () => {
    expect(fileOf(block('quote', 'a\n\n- b'), block('quote', '> c\nd'), block('quote', ''))).to.equal(
      '> a\n>\n> - b\n\n> c\nd\n\n>\n',
    );
  });

  it('has fences that their code does not end', () => {
    expect(
      fileOf(block('code', '````'), block('code', '', { language: 'a&b\\c' }), block('code', 'd', { info: '~`' })),
    ).to.equal('`````\n````\n`````\n\n```a\\&b\\\\c\n```\n\n~~~ ~`\nd\n~~~\n');
  });

  it('has rules that are no front matter', () => {
    const blocks = [block('divider', ''), block('paragraph', 'a: b'), block('divider', '')];
    const file = pulled({ ...pushed('a'), blocks });
    expect(pushed(file).blocks).to.deep.equal(blocks);
  });

  it('has images of bare addresses', () => {
    expect(fileOf(block('image', 'https://a.example/b(1).png'))).to.equal('![](<https://a.example/b(1).png>)\n');
  });

  it('has the description and the caption of an image that its metadata describes', () => {
    const url = 'https://a.example/b.png';
    const images: [string, Record<string, string>, string][] = [
      [url, { alt: 'A b!', caption: 'C "d" \\ &amp; e' }, `![A b!](<${url}> "C \\"d\\" \\\\ \\&amp; e")`],
      ['', { url, alt: '*a* [b](c) ]', title: ' d\n\ne ' }, `![\\*a\\* \\[b\\](c) \\]](<${url}> "d e")`],
      ['', { src: '/a <b>?c&lt;&d', alt: 'e\\' }, '![e\\\\](</a%20%3Cb%3E?c\\&lt;&d>)'],
      ['', { url: '', src: url }, `![](<${url}>)`],
      [`![f](<${url}>)`, { alt: 'g', caption: 'h' }, `![f](<${url}>)`],
    ];
    for (const [content, metadata, markdown] of images) {
      expect(fileOf(block('image', content, metadata)).trim()).to.equal(markdown);
    }
    const page = inlineMarkdown(images[0]![2], {});
    expect(page).to.include('alt="A b!"').and.include('title="C &quot;d&quot; \\ &amp;amp; e"');
    expect(inlineMarkdown(images[1]![2], {})).to.include('alt="*a* [b](c) ]"');
  });

  it('has the HTML of a heading as long as it says the same', () => {
    const html = '<h2 id="a">b</h2>';
    expect(fileOf(block('heading', 'b', { level: 2, html }), block('heading', 'c', { level: 2, html }))).to.equal(
      `${html}\n\n## c\n`,
    );
  });

  it('has footnotes by number', () => {
    const list = block('list', '1. x\n2. y', { listType: 'ordered', footnotes: ['n', 'a b'] });
    expect(fileOf(block('paragraph', '[^1] [^2] `[^1]`'), list)).to.equal('[^1] [^2] `[^1]`\n\n[^1]: x\n\n[^2]: y\n');
  });

  it('has footnotes before HTML that may have no end', () => {
    const html = block('code', '<!-- a', { language: 'html', raw: true });
    const list = block('list', '1. x\n===', { listType: 'ordered', footnotes: ['n'] });
    expect(fileOf(html, list)).to.equal('[^1]: x\n===\n\n<!-- a\n');
  });

  it('does without the notes of earlier releases on the file, and with their comments', () => {
    for (const quire of [1, [], null, false, { heading: { at: 1, content: '*T*' }, comments: '<!-- b -->' }]) {
      expect(pulled({ ...pushed('# T\n\na\n'), metadata: { quire } })).to.equal('# T\n\na\n');
    }
    const blocks = [block('paragraph', 'a', { comments: '<!-- b -->' })];
    expect(pulled({ ...pushed('# T'), blocks })).to.equal('# T\n\n<!-- b -->\n\na\n');
  });

  it('has no lines that only JavaScript sees', () => {
    for (const file of ['> a\u2028b\n', '> a\u2029b\n', 'Text[^1].\n\n[^1]: a\u2028b\n', '# T\n\n## a\u3000 #\n']) {
      expect(again(again(file)), file).to.equal(again(file));
      expect(pushed(again(file)), file).to.deep.equal(pushed(file));
    }
    expect(again('# T\n\n> a\u2028b\n')).to.equal('# T\n\n> a\u2028b\n');
  });
});
