import { expect } from 'chai';
import { lineOfJsonFault } from '../../../src/markdown/front-matter/json-fault.js';

/** JSON with a line for each lexeme, so that a line names a place. */
const VALUES = [
  '{\n"a"\n:\n1\n,\n"b"\n:\n[\n]\n,\n"c"\n:\n{\n}\n}',
  '[\n-0.5e+3\n,\n"\\u00Ae\\n\x7f"\n,\n[\ntrue\n,\nfalse\n,\nnull\n]\n]',
  '"x"',
];
const NOWHERE = ['nope', '01', '1.', '+1', "'a'", '"\\x"', '"\t"', '"', '#', '/**/', '1 2', 'True'];
const ELSEWHERE = ['', ']', '}', ',', ':', '{', '[', '"y"', '2'];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('markdown: the line where JSON ends to be JSON', () => {
  it('is that of the first lexeme that cannot follow those before it', () => {
    for (const value of VALUES) {
      expect(isJson(value), value).to.equal(true);
      const lines = value.split('\n');
      for (const at of lines.keys()) {
        for (const strange of NOWHERE) expect(lineOfJsonFault(lines.with(at, strange).join('\n'))).to.equal(at + 1);
        const others = ELSEWHERE.map((strange) => lines.with(at, strange).join('\n')).filter((text) => !isJson(text));
        for (const text of others) expect(lineOfJsonFault(text), text).to.be.at.least(at + 1);
      }
    }
  });

  it('is the last one of a text that is too short', () => {
    for (const value of VALUES) {
      for (let end = 1; end < value.length; end++) {
        const text = value.slice(0, end);
        if (value[end] === '\n') expect(lineOfJsonFault(text), text).to.equal(text.split('\n').length);
      }
    }
    expect(lineOfJsonFault('{"a": 1,\n}')).to.equal(2);
    expect(lineOfJsonFault('1\n2')).to.equal(2);
  });
});
