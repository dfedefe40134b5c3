// Slow: renders each file of hundreds three times.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { findMarkdown } from '../../../scripts/demo/markdown-files.js';
import { expectSameView, expectSurvival, GFM } from './alike.js';

describe('markdown: real files', () => {
  let files: { path: string; markdown: string }[] = [];
  before(async () => {
    const paths = await findMarkdown('node_modules');
    files = paths.map((path) => ({ path, markdown: readFileSync(join('node_modules', path), 'utf8') }));
    expect(files.length).to.be.greaterThan(50);
  });

  it('survive as blocks', () => {
    for (const { path, markdown } of files) expectSurvival(markdown, GFM, path);
  });

  it('look the same in the viewer', () => {
    for (const { path, markdown } of files) expectSameView(markdown, GFM, path);
  });
});
