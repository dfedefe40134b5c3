import { expect } from 'chai';
import { pulled, pushed } from './documents.js';
import { confinedHtml, usualHtml, viewerHtml, withoutFrontMatter, type Dialect } from './rendered.js';

export const COMMONMARK: Dialect = { hasFootnotes: false };
export const GFM: Dialect = { hasFootnotes: true };

/** With its title in the front matter, so that all headings are blocks. */
export function shown(markdown: string): string {
  return viewerHtml(pushed(`---\ntitle: x\n---\n${withoutFrontMatter(markdown)}`).blocks);
}

export function expectSurvival(markdown: string, dialect: Dialect, name: string): void {
  const document = pushed(markdown);
  const file = pulled(document);
  expect(usualHtml(withoutFrontMatter(file), dialect), name).to.equal(usualHtml(withoutFrontMatter(markdown), dialect));
  expect(pushed(file), name).to.deep.equal(document);
}

export function expectSameView(markdown: string, dialect: Dialect, name: string): void {
  expect(shown(markdown), name).to.equal(confinedHtml(withoutFrontMatter(markdown), dialect));
}
