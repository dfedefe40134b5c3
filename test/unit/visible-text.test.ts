import { expect } from 'chai';
import { jsonText } from '../../src/cli/json-line.js';
import { visibleLines, visibleText } from '../../src/platform/visible-text.js';

const HOSTILE = 'a\x1b[2J\x9b1m\r\n\u202eb\u2028\ud800';

describe('visible text', () => {
  it('shows what a terminal would obey, and nothing else', () => {
    expect(visibleText(HOSTILE)).to.equal('a\\u{1b}[2J\\u{9b}1m\\u{d}\\u{a}\\u{202e}b\\u{2028}\\u{d800}');
    expect(visibleText('é 😀 👩‍👩‍👧 שלום')).to.equal('é 😀 👩‍👩‍👧 שלום');
    expect(visibleLines('a\n\tb\r\x1b')).to.equal('a\n\tb\\u{d}\\u{1b}');
  });

  it('leaves the value of JSON as it is', () => {
    const json = jsonText({ [HOSTILE]: HOSTILE });
    expect(json).to.match(/^[\x20-\x7e]+$/);
    expect(JSON.parse(json)).to.deep.equal({ [HOSTILE]: HOSTILE });
  });
});
