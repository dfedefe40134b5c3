import { expect } from 'chai';
import { Turns } from '../../src/adapters/sqlite/writer/turns.js';

describe('items of several owners', () => {
  const taken = (turns: Turns<string>, most: number) => turns.take(most, () => 1);

  it('come by turns, however many one owner has', () => {
    const turns = new Turns<string>();
    for (let n = 1; n <= 5; n++) turns.add('many', `m${n}`);
    turns.add('few', 'f1');
    turns.add('other', 'o1');
    turns.add('few', 'f2');
    expect(taken(turns, 4)).to.deep.equal(['m1', 'f1', 'o1', 'm2']);
    turns.add('late', 'l1');
    expect(taken(turns, 3)).to.deep.equal(['f2', 'm3', 'l1']);
    expect(taken(turns, 9)).to.deep.equal(['m4', 'm5']);
    expect(turns.isEmpty).to.equal(true);
    expect(taken(turns, 9)).to.deep.equal([]);
  });

  it('wait for an earlier one of their owner that ends its turn, also where that comes again', () => {
    const turns = new Turns<string>();
    for (const item of ['long', 'a2', 'a3']) turns.add('a', item);
    for (const item of ['b1', 'b2']) turns.add('b', item);
    const next = () =>
      turns.take(
        9,
        () => 1,
        (item) => item === 'long',
      );
    expect(next()).to.deep.equal(['long', 'b1', 'b2']);
    turns.addFirst('a', 'long');
    turns.add('b', 'b3');
    expect(next()).to.deep.equal(['long', 'b3']);
    expect(next()).to.deep.equal(['a2', 'a3']);
    turns.addFirst('c', 'c1');
    expect([next(), turns.isEmpty]).to.deep.equal([['c1'], true]);
  });

  it('go on where one that ends its turn is too heavy beside another, which comes first until it has ended', () => {
    const turns = new Turns<string>();
    for (const owner of ['a', 'b']) for (const item of ['long', 'last']) turns.add(owner, `${owner} ${item}`);
    turns.add('c', 'c1');
    const isLong = (item: string) => item.endsWith('long');
    const next = () => turns.take(9, (item) => (isLong(item) ? 5 : 1), isLong);
    expect(next()).to.deep.equal(['a long', 'c1']);
    turns.addFirst('a', 'a long');
    turns.add('c', 'c2');
    expect(next()).to.deep.equal(['a long', 'c2']);
    expect(next()).to.deep.equal(['a last', 'b long']);
    expect(next()).to.deep.equal(['b last']);
  });

  it('weigh no more together than asked for, except a single one', () => {
    const turns = new Turns<number>();
    for (const weight of [100, 3, 4, 5]) turns.add('a', weight);
    const next = () => turns.take(8, (weight) => weight);
    expect([next(), next(), next()]).to.deep.equal([[100], [3, 4], [5]]);
  });
});
