// Slow: opens a page of Chromium for each test.
import { expect } from 'chai';
import { allOf, describeConsole, expectNoFaults } from './support/suite.js';

const FILES = {
  'open.md': '---\nvisibility: public\n---\n# Open\n',
  'shut.md': '---\nvisibility: private\n---\n# Shut\n',
  'plain.md': '# Plain\n',
};

describeConsole('upload of files that say that they are public', ({ visit }) => {
  for (const { answer, visibility } of [
    { answer: 'Keep private', visibility: 'private' },
    { answer: 'Publish', visibility: 'public' },
  ]) {
    it(`asks, and does as told: ${answer}`, async () => {
      const visited = await visit();
      const { page, client } = visited;
      const files = Object.entries(FILES).map(([name, text]) => ({
        name,
        mimeType: 'text/markdown',
        buffer: Buffer.from(text),
      }));
      await page.getByLabel('Markdown files').setInputFiles(files);
      await page.getByText('2 of 3 files uploaded').waitFor();
      await page.getByText('1 file says that it is public.').waitFor();
      await page.locator('.upload li.asking .public').waitFor();
      const seen = async () =>
        Object.fromEntries((await allOf(client.listDocuments())).map((each) => [each.title, each.visibility]));
      expect(await seen()).to.deep.equal({ Plain: 'private', Shut: 'private' });
      await page.getByRole('button', { name: answer }).click();
      await page.getByText('3 documents made').waitFor();
      expect(await seen()).to.deep.equal({ Open: visibility, Plain: 'private', Shut: 'private' });
      expect(await page.locator('.upload li .public').count()).to.equal(visibility === 'public' ? 1 : 0);
      expectNoFaults(visited);
    });
  }
});
