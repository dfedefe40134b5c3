import { expect } from 'chai';
import type { BlockType, ContentType } from '../../../src/domain/document.js';
import { plainText } from '../../../src/domain/words/plain-text.js';
import { atOnce } from '../../../src/platform/in-turns.js';

const plain = (contentType: ContentType, content: string, type: BlockType = 'paragraph') =>
  atOnce(plainText(contentType, { type, content, metadata: null }));

type Shown = readonly (readonly [what: string, content: string, text: string, type?: BlockType])[];

const MARKDOWN: Shown = [
  ['marks', 'a **bold**, *soft*, __firm__ and ~~gone~~ `code`', 'a bold, soft, firm and gone code'],
  ['marks within a word', 'in**ter**nal snake_case', 'internal snake_case'],
  ['a mark that is escaped', String.raw`2 \* 3 \_x\_`, '2 * 3 _x_'],
  ['links without their addresses', 'see [the *guide*](https://a.example/x_(y) "t") now', 'see the guide now'],
  ['links by reference', 'see [the guide][g].\n\n[g]: https://a.example', 'see the guide.'],
  ['images as their words', '![A cat](cat.png)', 'A cat'],
  ['footnotes', 'so[^1] it is', 'so it is'],
  ['comments and tags', 'a<!-- not\nthis --><b>in</b>side <br/> x < y', 'a inside x < y'],
  ['entities', 'caf&eacute; &lt;b&gt; R&amp;D', 'café <b> R&D'],
  ['lists', '- one\n- [two](b)\n  1. three', 'one two three', 'list'],
  ['quotes', '> wise\n> > words', 'wise words', 'quote'],
  ['tables', '| a | b |\n|---|:-:|\n| 1 | 2 |\n', 'a b 1 2', 'table'],
  ['tables without edges', 'a | b\n--|--\n1 | 2', 'a b 1 2', 'table'],
  ['code as it is written', 'a **b** <c> &amp;', 'a **b** <c> &amp;', 'code'],
  ['headings with their numbers', '1. One | *two*', '1. One | two', 'heading'],
  ['no divider', '---', '', 'divider'],
];

const HTML: Shown = [
  ['text without tags', '<p>One</p><p title="no">two</p>', 'One two'],
  ['words with tags in them', '<em>in</em>ter<b>nal</b>', 'internal'],
  ['entities', 'caf&eacute;&nbsp;&#x1F600;', 'café 😀'],
  ['no scripts, styles or comments', 'a<script>b</script><style>c</style><!-- d -->e', 'a e'],
  ['no options of forms', 'a<datalist><option>b</option></datalist>', 'a'],
  ['what nothing closes', '<p>a <b>b', 'a b'],
];

describe('the plain text of a block', () => {
  for (const [what, content, text, type] of MARKDOWN) {
    it(`of Markdown has ${what}`, () => expect(plain('markdown', content, type)).to.equal(text));
  }
  for (const [what, content, text] of HTML) {
    it(`of HTML has ${what}`, () => expect(plain('html', content)).to.equal(text));
  }

  it('of a long block is the same, and made in steps', () => {
    for (const [content, text] of [
      ['**a** <b>c</b>\n', 'a c '],
      ['語語', '語語'],
      ['😀', '😀'],
    ] as const) {
      const steps = plainText('markdown', { type: 'paragraph', content: content.repeat(20_000), metadata: null });
      expect(steps.next().done).to.equal(false);
      expect(atOnce(steps) === text.repeat(20_000).trim()).to.equal(true);
    }
    const html = plain('html', '<p>a<script>b</script>'.repeat(20_000));
    expect(html === 'a '.repeat(20_000).trim()).to.equal(true);
  });

  it('of plain text is as it is written', () => {
    expect(plain('text', ' a **b**\n<c>  &amp;')).to.equal('a **b** <c> &amp;');
  });
});
