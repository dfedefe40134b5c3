import { expect } from 'chai';
import { saysPrivate, splitFile, splitPlainFile } from '../../../src/markdown/front-matter/front-matter.js';
import { MarkdownError } from '../../../src/markdown/markdown-error.js';
import { LIMITS, withFront } from './documents.js';

/** `open`: as the request says. */
function outcomeOf(text: string, split = splitFile): 'private' | 'open' | 'refused' {
  try {
    const { visibility, isExcluded } = split(text, LIMITS);
    return isExcluded || visibility === 'private' ? 'private' : 'open';
  } catch (error) {
    expect(error, text).to.be.instanceOf(MarkdownError);
    return 'refused';
  }
}

describe('who may see a file, by its front matter', () => {
  it('is the owner alone by a key in any case', () => {
    expect(splitFile(withFront('Visibility: private'), LIMITS).visibility).to.equal('private');
    expect(splitFile(withFront('visibility: public', 'VISIBILITY: private'), LIMITS).visibility).to.equal('private');
    expect(splitFile(withFront('Quire: false'), LIMITS).isExcluded).to.equal(true);
  });

  it('is read whatever stands before, and refused where it cannot be', () => {
    for (const first of [' a: 1', '<<: {b: 1}', '? [a]\n: b', '!!map', '&a', ':x: 1', '"x": 1', '{b: 1}', '{{x}}']) {
      for (const line of ['draft: true', 'Draft : yes', '"published": no', 'visibility: private', 'quire: false']) {
        const text = `---\n${first}\n${line}\n---\n<p>`;
        for (const split of [splitFile, splitPlainFile]) {
          expect(outcomeOf(text, split), text).to.be.oneOf(['private', 'refused']);
        }
      }
    }
    for (const first of ['\tdraft: true', '@x: 1\ndraft: true', 'title\ndraft: true', '- a\ndraft: true']) {
      expect(() => splitFile(`---\n${first}\n---\n`, LIMITS), first).to.throw(MarkdownError, 'front matter');
    }
  });

  it('is in doubt the owner, where a file begins with what is no front matter and says that it is private', () => {
    const meant = [
      '+++\ntitle "x"\ndraft = true\n+++\n',
      '+++\ndraft: true\n+++\n',
      '---\ntitle: x\ndraft: true\n\nsecret',
      '---\ntitle: x\n\nvisibility: private\n----\n',
      '\n---\ndraft: true\n---\n',
      '\n{"a": 1, "draft": true}\n',
      '{\n  draft: true\n}\n',
      '---\n? draft\n: true\n---\n',
      '---\n&x draft: true\n---\n',
      '---\n<<: {draft: true}\n---\n',
      '+++\npublished: false\n',
    ];
    for (const text of meant) expect(outcomeOf(text), text).to.be.oneOf(['private', 'refused']);
    const others = [
      '---\n\n# Title\n\nPublished: 2020\n',
      '---\nA draft: it is good.\n---\n',
      '{\n  draft: false\n}\n',
      '+++\ndraft:\n+++\n',
      '# Title\n\ndraft: true\n',
      `---\n${'a\n'.repeat(30)}draft: true\n`,
    ];
    for (const text of others) expect(outcomeOf(text), text).to.equal('open');
  });

  it('is told by HTML and plain text, and the rest is as it is', () => {
    const split = (text: string) => {
      const { visibility, isDraft, body } = splitPlainFile(text, LIMITS);
      return [visibility, isDraft, body];
    };
    expect(split('\ufeff---\r\ndraft: true\r\n---\r\n<p>\r\n\r')).to.deep.equal(['private', true, '<p>\r\n\r']);
    expect(split('+++\nvisibility = "public"\n+++\na')).to.deep.equal(['public', false, 'a']);
    expect(split('---\ndraft: true\n---')).to.deep.equal(['private', true, '']);
    for (const text of ['', '<p>', '---\n<p>', '---', '{"draft": true}', `---\n${'x'.repeat(1_000_000)}`]) {
      expect(split(text)).to.deep.equal([null, false, text]);
    }
    expect(saysPrivate('---\nquire: false\n---', 'html', LIMITS)).to.equal(true);
    expect(saysPrivate(`---\ndraft: true\n---\n${'x'.repeat(1_000_000)}`, 'markdown', LIMITS)).to.equal(true);
    expect(saysPrivate('# T', 'markdown', LIMITS)).to.equal(false);
  });
});
