/** A file, its document and the file of its document look alike. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'chai';
import { findMarkdown } from '../../../scripts/demo/markdown-files.js';
import { pulled, pushed } from './documents.js';
import { confinedHtml, usualHtml, viewerHtml, withoutFrontMatter, type Dialect } from './rendered.js';
import { GFM_EXAMPLES } from './gfm-examples.js';

const COMMONMARK: Dialect = { hasFootnotes: false };
const GFM: Dialect = { hasFootnotes: true };

/** Examples of CommonMark that do not look the same in the viewer, and why. All examples survive push and pull. */
const NOT_IN_VIEWER: ReadonlyMap<number, string> = new Map([
  [574, 'an image in the description of an image is a link, whose mark is kept: each level would be parsed anew'],
]);

/** With its title in the front matter, so that all headings are blocks. */
function shown(markdown: string): string {
  return viewerHtml(pushed(`---\ntitle: x\n---\n${withoutFrontMatter(markdown)}`).blocks);
}

function expectSurvival(markdown: string, dialect: Dialect, name: string): void {
  const document = pushed(markdown);
  const file = pulled(document);
  expect(usualHtml(withoutFrontMatter(file), dialect), name).to.equal(usualHtml(withoutFrontMatter(markdown), dialect));
  expect(pushed(file), name).to.deep.equal(document);
}

function expectSameView(markdown: string, dialect: Dialect, name: string): void {
  expect(shown(markdown), name).to.equal(confinedHtml(withoutFrontMatter(markdown), dialect));
}

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

    it(`survive push and pull: ${section}`, () => {
      for (const example of own) expectSurvival(example.markdown, COMMONMARK, nameOf(example));
    });

    it(`look the same in the viewer: ${section}`, () => {
      const same = own.filter(({ number }) => !NOT_IN_VIEWER.has(number));
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
    it(`survive push and pull: ${name}`, () => expectSurvival(markdown, GFM, name));
    it(`look the same in the viewer: ${name}`, () => expectSameView(markdown, GFM, name));
  }
});

describe('markdown: real files', () => {
  let files: { path: string; markdown: string }[] = [];
  before(async () => {
    const paths = await findMarkdown('node_modules');
    files = paths.map((path) => ({ path, markdown: readFileSync(join('node_modules', path), 'utf8') }));
    expect(files.length).to.be.greaterThan(50);
  });

  it('survive push and pull', () => {
    for (const { path, markdown } of files) expectSurvival(markdown, GFM, path);
  });

  it('look the same in the viewer', () => {
    for (const { path, markdown } of files) expectSameView(markdown, GFM, path);
  });
});
