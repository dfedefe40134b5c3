import { expect } from 'chai';
import { documentWords, searchedText } from '../../../src/domain/words/searched-text.js';

const contentOf = (...texts: string[]) => ({
  title: 'A title',
  blocks: texts.map((text, at) => ({ id: `b${at}`, text })),
});

describe('the searched part of a content', () => {
  it('is all of it up to the bound', () => {
    const content = contentOf('語語', 'ab');
    expect(searchedText(content, 8)).to.deep.equal({ ...content, isTruncated: false });
  });

  it('ends within the block that goes beyond, between two code points', () => {
    const { blocks, isTruncated } = searchedText(contentOf('ab', 'c\u{1F600}d', 'e'), 6);
    expect(isTruncated).to.equal(true);
    expect(blocks.map(({ text }) => text)).to.deep.equal(['ab', 'c']);
  });

  it('is the first 1 MiB of UTF-8, without the title', () => {
    const kib = '語'.repeat(1_024 / 4) + 'x'.repeat(1_024 / 4);
    expect(searchedText(contentOf(kib.repeat(1_024), '')).isTruncated).to.equal(false);
    expect(searchedText(contentOf(kib.repeat(1_024), 'y')).isTruncated).to.equal(true);
  });
});

describe('the words of a document', () => {
  it('are those of the title and of each block', () => {
    const { done, value } = documentWords(contentOf('Big house', '!', '日本')).next();
    expect(done).to.equal(true);
    expect(value).to.deep.equal({ title: ['a', 'title'], blocks: [['big', 'house'], [], ['日本', '本']] });
  });

  it('are made in steps, of one long block and of many short ones', () => {
    for (const content of [contentOf('a '.repeat(5_000)), contentOf(...Array<string>(5_000).fill('a'))]) {
      const steps = documentWords(content);
      let count = 0;
      while (steps.next().done !== true) count++;
      expect(count).to.equal(10);
    }
  });
});
