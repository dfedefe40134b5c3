import { expect } from 'chai';
import { USUAL_LIMITS } from '../../../src/markdown/check-limits.js';
import { bodyToMarkdown } from '../../../src/markdown/document-to-markdown.js';
import { markdownToBody } from '../../../src/markdown/markdown-to-document.js';

describe('the text of a document without its title', () => {
  it('becomes blocks and the same text again', () => {
    const text = '# Not the title\n\nSee[^a].\n\n- one\n- two\n\n[^1]: A note.\n\n<!-- last -->\n'.replace(
      '[^a]',
      '[^1]',
    );
    const { blocks, comments } = markdownToBody(text, USUAL_LIMITS);
    expect(blocks.map(({ type }) => type)).to.deep.equal(['heading', 'paragraph', 'list', 'list']);
    expect(comments).to.equal('<!-- last -->');
    const again = markdownToBody(bodyToMarkdown(blocks, comments), USUAL_LIMITS);
    expect(again).to.deep.equal({ blocks, comments });
  });

  it('has no front matter', () => {
    const { blocks } = markdownToBody('---\ntitle: No\n---\n\nText.\n', USUAL_LIMITS);
    expect(blocks.at(0)?.type).to.equal('divider');
    expect(blocks.at(-1)?.content).to.equal('Text.');
  });

  it('names the line of what is too much', () => {
    const limits = { ...USUAL_LIMITS, blocks: 1 };
    expect(() => markdownToBody('One.\n\nTwo.\n', limits)).to.throw('line 3: the file has more than 1 blocks');
  });
});
