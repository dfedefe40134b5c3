import { expect } from 'chai';
import { readQuery } from '../../src/http/paths.js';

/** The least CPU time of three runs, in ms. */
function cpuMs(query: string): number {
  const runs = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    readQuery(query);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...runs);
}

describe('the query of a request', () => {
  it('is its parameters by name, with all values of a repeated one', () => {
    expect(readQuery('a=1&b=%2F+c&a=2&d&a=3&=e')).to.deep.equal({ a: ['1', '2', '3'], b: '/ c', d: '', '': 'e' });
    expect(readQuery('')).to.deep.equal({});
  });

  it('has a question mark at its beginning in the first name', () => {
    expect(readQuery('?q=a&b=c')).to.deep.equal({ '?q': 'a', b: 'c' });
  });

  it('may name what objects have by themselves', () => {
    const query = readQuery('__proto__=1&constructor=2&__proto__=3');
    expect(Object.getPrototypeOf(query)).to.equal(Object.prototype);
    expect(Object.entries(query)).to.deep.equal([
      ['__proto__', ['1', '3']],
      ['constructor', '2'],
    ]);
  });

  it('is read in a time that grows with its length alone, however often a name is repeated', () => {
    for (const pair of ['a&', 'a=b&', '&', '%41&']) {
      const short = pair.repeat(2_000);
      expect(cpuMs(short.repeat(16)), pair).to.be.below(16 * 6 * Math.max(0.2, cpuMs(short)));
    }
  });
});
