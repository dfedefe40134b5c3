import { expect } from 'chai';
import { leftOutText } from '../../src/cli/remote/left-out-text.js';

describe('files that are left out', () => {
  const textOf = (kinds: Record<string, number>) => leftOutText(new Map(Object.entries(kinds)));

  it('are counted by extension, the most frequent first', () => {
    expect(textOf({})).to.equal(undefined);
    expect(textOf({ '.png': 2, '.mdx': 2568 })).to.equal('left out 2,570 (.mdx 2,568, .png 2)');
    expect(textOf({ '': 1, '.b': 1, '.a': 1 })).to.equal('left out 3 (without extension 1, .a 1, .b 1)');
  });

  it('are summed up after five kinds', () => {
    const kinds = { '.a': 9, '.b': 8, '.c': 7, '.d': 6, '.e': 5 };
    expect(textOf({ ...kinds, '.f': 1 })).to.equal('left out 36 (.a 9, .b 8, .c 7, .d 6, .e 5, and 1 other)');
    expect(textOf({ ...kinds, '.f': 1, '.g': 3 })).to.match(/, \.e 5, and 4 others\)$/);
  });
});
