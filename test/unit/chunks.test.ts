import { expect } from 'chai';
import { growingChunksOf } from '../../src/platform/chunks.js';

describe('growingChunksOf', () => {
  const lengthsOf = (count: number, first: number, most: number) => {
    const items = Array.from({ length: count }, (_, n) => n);
    const chunks = [...growingChunksOf(items, { first, most })];
    expect(chunks.flat()).to.deep.equal(items);
    return chunks.map(({ length }) => length);
  };

  it('doubles the chunks up to a bound', () => {
    expect(lengthsOf(2_000, 100, 500)).to.deep.equal([100, 200, 400, 500, 500, 300]);
  });

  it('begins with the bound where it is the smaller one', () => {
    expect(lengthsOf(5, 100, 2)).to.deep.equal([2, 2, 1]);
  });

  it('makes none of nothing', () => {
    expect(lengthsOf(0, 100, 500)).to.deep.equal([]);
  });
});
