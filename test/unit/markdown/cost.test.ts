import { expect } from 'chai';
import { documentToMarkdown } from '../../../src/markdown/document-to-markdown.js';
import { DEAREST_TEXTS } from './dear-texts.js';
import { costOfConversion, timesOrdinary } from './conversion-cost.js';

const LENGTH = 24_000;
/** The dearest takes 25 times as long. What grows with the square takes from 100 to 1,000 times as long. */
const MOST_TIMES = 60;

describe('markdown: the dearest texts', function () {
  this.timeout(60_000);

  for (const [name, textOf] of DEAREST_TEXTS) {
    it(`cost as ordinary ones: ${name}`, () => {
      const text = textOf(LENGTH);
      expect(timesOrdinary(() => costOfConversion(text), LENGTH, MOST_TIMES)).to.be.below(MOST_TIMES);
    });
  }

  it('are not made by long labels of footnotes that are used often', () => {
    const footnotes = ['a'.repeat(200_000), 'b'.repeat(255)];
    const list = { type: 'list' as const, content: '1. a\n2. b', metadata: { listType: 'ordered', footnotes } };
    const paragraph = { type: 'paragraph' as const, content: '[^1][^2]'.repeat(5_000), metadata: null };
    const written = documentToMarkdown({
      title: 'x',
      metadata: null,
      blocks: [paragraph, list],
      visibility: 'private',
    });
    expect(written.length).to.be.below(100_000);
    expect(written).to.include('[^1][^2]');
  });
});
