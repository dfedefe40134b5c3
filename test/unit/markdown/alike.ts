import { expect } from 'chai';
import type { NewBlock } from '../../../src/domain/document.js';
import { pulled, pushed, type FileDocument } from './documents.js';
import { confinedHtml, usualHtml, viewerHtml, withoutFrontMatter, type Dialect } from './rendered.js';

export const COMMONMARK: Dialect = { hasFootnotes: false };
export const GFM: Dialect = { hasFootnotes: true };

/** With its title in the front matter, so that all headings are blocks. */
function documentOf(markdown: string): FileDocument {
  return pushed(`---\ntitle: x\n---\n${withoutFrontMatter(markdown)}`);
}

export function shown(markdown: string): string {
  return viewerHtml(documentOf(markdown).blocks);
}

export function expectSurvival(markdown: string, dialect: Dialect, name: string): void {
  const document = documentOf(markdown);
  const file = pulled(document);
  const body = file.replace(/^# x\n\n?/m, '');
  expect(usualHtml(body, dialect), name).to.equal(usualHtml(withoutFrontMatter(markdown), dialect));
  expect(pushed(file), name).to.deep.equal({ ...document, blocks: document.blocks.map(withNumbers) });
}

/** Footnotes are written with their numbers. */
function withNumbers(block: NewBlock): NewBlock {
  const labels = block.metadata?.['footnotes'];
  if (!Array.isArray(labels)) return block;
  return { ...block, metadata: { ...block.metadata, footnotes: labels.map((_, at) => String(at + 1)) } };
}

export function expectSameView(markdown: string, dialect: Dialect, name: string): void {
  expect(shown(markdown), name).to.equal(confinedHtml(withoutFrontMatter(markdown), dialect));
}
