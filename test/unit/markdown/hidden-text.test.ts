import { expect } from 'chai';
import type { BlockType } from '../../../src/domain/document.js';
import { withoutHiddenText } from '../../../src/markdown/hidden-text.js';
import { block, pushed } from './documents.js';

const shown = (type: BlockType, content: string, metadata: { raw: true } | null = null): string[] =>
  withoutHiddenText('markdown', [block(type, content, metadata)]).map((each) => each.content);

describe('markdown: the text that no page shows', () => {
  it('is that of comments, which stay as empty ones', () => {
    expect(shown('paragraph', 'a <!-- s\ns --> b')).to.deep.equal(['a <!-- --> b']);
    expect(shown('heading', '<!-- s -->')).to.deep.equal(['<!-- -->']);
    expect(shown('table', '|a <!-- s -->|\n|-|')).to.deep.equal(['|a <!-- -->|\n|-|']);
    expect(shown('quote', 'a <!-- s\ns -->\n\n> <!-- s')).to.deep.equal(['a <!-- -->\n\n> <!-- -->']);
    expect(shown('list', '- a <!-- s --> b\n\n  <!-- s\n  s --> x')).to.deep.equal(['- a <!-- --> b\n\n  <!-- --> x']);
    expect(shown('list', '- | a |\n  |-|\n  | x \\| <!-- s --> |')).to.deep.equal([
      '- | a |\n  |-|\n  | x \\| <!-- --> |',
    ]);
  });

  it('is that of definitions of links, which are comments to some', () => {
    expect(shown('list', '- a\n\n  [//]: # (s)\n\n  [s]:\n    /s\n  b')).to.deep.equal([
      '- a\n\n  <!-- -->\n\n  <!-- -->\n  b',
    ]);
    expect(shown('quote', 'a\n\n> [s]: s\n> b')).to.deep.equal(['a\n\n> <!-- -->\n> b']);
  });

  it('is not that of code, nor of what only begins like a comment', () => {
    for (const content of ['`<!-- a -->`', 'a <!-- b', '\\<!-- a -->', '[^a]: b']) {
      expect(shown('paragraph', content)).to.deep.equal([content]);
      expect(shown('list', `- ${content}\n\n  ~~~\n  <!-- c -->\n  ~~~`)[0])
        .to.include(content)
        .and.include('<!-- c');
    }
    expect(shown('code', '<!-- a -->')).to.deep.equal(['<!-- a -->']);
  });

  it('is not that of a note that a list or a quote defines', () => {
    for (const note of ['[^1]: https://a.example', '[^a]: word']) {
      const { blocks } = pushed(`- a${note.slice(0, 4)}\n\n  ${note}\n\n> ${note}`);
      const contents = withoutHiddenText('markdown', blocks).map(({ content }) => content);
      expect(contents.join('\n').match(/: (?:https|word)/g), note).to.have.length(2);
    }
  });

  it('is in raw HTML, and in HTML', () => {
    expect(shown('code', '<p>\n<!-- s -->\na', { raw: true })).to.deep.equal(['<p>\n\na']);
    expect(shown('code', '<!-- s', { raw: true })).to.deep.equal([]);
    const html = withoutHiddenText('html', [block('paragraph', 'a<!-- s -->b'), block('code', '<!-- a -->')]);
    expect(html.map(({ content }) => content)).to.deep.equal(['ab', '<!-- a -->']);
    const text = withoutHiddenText('text', [block('paragraph', 'a<!-- s -->b')]);
    expect(text.map(({ content }) => content)).to.deep.equal(['a<!-- s -->b']);
  });
});
