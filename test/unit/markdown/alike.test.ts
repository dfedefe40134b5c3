/** A file, the document that is made of it and the file of its blocks look alike. */
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { COMMONMARK, expectSameView, expectSurvival, GFM, shown } from './alike.js';
import { GFM_EXAMPLES } from './gfm-examples.js';
import { confinedHtml } from './rendered.js';

/** Examples of CommonMark that do not look the same in the viewer, and why. All examples survive as blocks. */
const NOT_IN_VIEWER: ReadonlyMap<number, string> = new Map([
  [574, 'an image in the description of an image is a link, whose mark is kept: each level would be parsed anew'],
]);

type Example = { number: number; section: string; markdown: string };

/** The package has no types. */
function commonmarkExamples(): Example[] {
  const { tests } = createRequire(import.meta.url)('commonmark-spec') as { tests: Example[] };
  return tests.map((test) => ({ ...test, markdown: test.markdown.replaceAll('→', '\t') }));
}

describe('markdown: the examples of CommonMark', () => {
  const examples = commonmarkExamples();

  it('are all there', () => {
    expect(examples.length).to.be.at.least(652);
  });

  for (const section of new Set(examples.map((example) => example.section))) {
    const own = examples.filter((example) => example.section === section);
    const nameOf = ({ number, markdown }: Example): string => `${number}: ${JSON.stringify(markdown)}`;

    it(`survive as blocks: ${section}`, () => {
      for (const example of own) expectSurvival(example.markdown, COMMONMARK, nameOf(example));
    });

    it(`look the same in the viewer: ${section}`, () => {
      const same = own.filter(({ number }) => !NOT_IN_VIEWER.has(number));
      expect(same).not.to.be.empty;
      for (const example of same) expectSameView(example.markdown, COMMONMARK, nameOf(example));
    });
  }

  for (const [number, reason] of NOT_IN_VIEWER) {
    it(`look different in the viewer: ${number}, because ${reason}`, () => {
      const { markdown } = examples.find((example) => example.number === number)!;
      expect(shown(markdown)).to.not.equal(confinedHtml(markdown, COMMONMARK));
    });
  }
});

describe('markdown: examples of GFM', () => {
  for (const [name, markdown] of GFM_EXAMPLES) {
    it(`survive as blocks: ${name}`, () => expectSurvival(markdown, GFM, name));
    it(`look the same in the viewer: ${name}`, () => expectSameView(markdown, GFM, name));
  }
});
