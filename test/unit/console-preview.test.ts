import { expect } from 'chai';
import { previewMarkdown } from '../../src/console/editor/preview-markdown.js';

describe('the preview of the console', () => {
  it('takes as many headings as one can paste', () => {
    const html = previewMarkdown('# a\n'.repeat(130_000));
    expect(html.slice(0, 20)).to.equal('<h2>a</h2>\n<h2>a</h2');
  });
});
