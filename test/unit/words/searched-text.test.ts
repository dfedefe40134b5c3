import { expect } from 'chai';
import { atOnce } from '../../../src/platform/in-turns.js';
import { documentWords, isSearchedInPart, searchedText } from '../../../src/domain/words/searched-text.js';

const contentOf = (...texts: string[]) => ({
  title: 'A title',
  blocks: texts.map((text, at) => ({ id: `b${at}`, text })),
});

const versionOf = (...texts: string[]) => ({
  title: 'A title',
  contentType: 'markdown' as const,
  blocks: texts.map((content, order) => ({
    id: `b${order}`,
    order,
    type: 'paragraph' as const,
    content,
    metadata: null,
  })),
});

describe('the searched part of a version', () => {
  it('is all of it up to the bound', () => {
    const version = versionOf('語語', 'ab');
    expect(atOnce(searchedText(version, 8))).to.deep.equal(contentOf('語語', 'ab'));
    expect(isSearchedInPart(version, 8)).to.equal(false);
  });

  it('ends within the block that goes beyond, between two code points', () => {
    const version = versionOf('ab', 'c\u{1F600}d', 'e');
    expect(atOnce(searchedText(version, 6))).to.deep.equal(contentOf('ab', 'c'));
    expect(isSearchedInPart(version, 6)).to.equal(true);
  });

  it('is the first 1 MiB of UTF-8, without the title', () => {
    const kib = '語'.repeat(1_024 / 4) + 'x'.repeat(1_024 / 4);
    expect(isSearchedInPart(versionOf(kib.repeat(1_024), ''))).to.equal(false);
    expect(isSearchedInPart(versionOf(kib.repeat(1_024), 'y'))).to.equal(true);
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
