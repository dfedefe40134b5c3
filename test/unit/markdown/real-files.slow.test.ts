// Slow: renders each file of hundreds three times.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { changedFile, openFile } from '../../../src/console/editor/edited-file.js';
import { findMarkdown } from '../../../scripts/demo/markdown-files.js';
import { expectSameView, expectSurvival, GFM } from './alike.js';
import { pushed } from './documents.js';

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

  it('say what the fields of the console say, and all else as before', () => {
    for (const { path, markdown } of files) {
      const { title, metadata } = pushed(markdown);
      const file = openFile(markdown, title);
      expect(changedFile(file, { text: file.text }).markdown, path).to.equal(markdown);
      if (file.isFrontInText) continue;
      const tags = [...((metadata?.['tags'] as string[] | undefined) ?? []).slice(1), 'x: y'];
      const changed = changedFile(file, { text: file.text, title: 'A new: title_x', tags }).markdown;
      const { title: newTitle, metadata: newMetadata } = pushed(changed);
      expect({ newTitle, newMetadata }, path).to.deep.equal({
        newTitle: 'A new: title_x',
        newMetadata: { ...metadata, tags },
      });
    }
  });
});
