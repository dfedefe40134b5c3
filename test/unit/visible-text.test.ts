import { expect } from 'chai';
import { jsonText } from '../../src/cli/process/json-line.js';
import { printedText } from '../../src/cli/process/printed-text.js';
import { visibleLines, visibleText } from '../../src/platform/visible-text.js';

const HOSTILE = 'a\x1b[2J\x9b1m\r\n\u202eb\u2028\ud800';

describe('visible text', () => {
  it('shows what a terminal would obey, and nothing else', () => {
    expect(visibleText(HOSTILE)).to.equal('a\\u{1b}[2J\\u{9b}1m\\u{d}\\u{a}\\u{202e}b\\u{2028}\\u{d800}');
    expect(visibleText('é 😀 👩‍👩‍👧 שלום')).to.equal('é 😀 👩‍👩‍👧 שלום');
    expect(visibleLines('a\n\tb\r\x1b')).to.equal('a\n\tb\\u{d}\\u{1b}');
  });

  it('is what a command prints, in one line, in several, or exactly where it asks for that', () => {
    expect(printedText('a\n\x1b\x7fb')).to.equal('a\\u{a}\\u{1b}\\u{7f}b');
    expect(printedText('a\n\x1b\x7fb', 'lines')).to.equal('a\n\\u{1b}\\u{7f}b');
    expect(printedText('a\n\x1b\x7fb', 'exact')).to.equal('a\n\x1b\x7fb');
    for (const as of ['line', 'lines'] as const) {
      const shown = printedText(HOSTILE, as);
      expect(printedText(shown, as)).to.equal(shown);
    }
  });

  it('leaves the value of JSON as it is', () => {
    const json = jsonText({ [HOSTILE]: HOSTILE });
    expect(json).to.match(/^[\x20-\x7e]+$/);
    expect(JSON.parse(json)).to.deep.equal({ [HOSTILE]: HOSTILE });
  });
});
