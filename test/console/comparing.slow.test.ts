// Slow: opens a page of Chromium.
import { expect } from 'chai';
import { describeConsole, expectNoFaults } from './support/suite.js';

describeConsole('comparing', ({ visit }) => {
  it('tells empty metadata from none, of a document and of a block', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    const block = { type: 'paragraph' as const, content: 'Stays.' };
    const { id } = await client.createDocument({ title: 'Winter', metadata: {}, blocks: [block] });
    await client.pushVersion(id, { title: 'Winter', blocks: [{ ...block, metadata: {} }] });
    await page.goto(`${url}/console#/documents/${id}/compare/1/2`);
    await page.locator('.side-row', { hasText: 'Stays.' }).waitFor();
    const rows = await page.locator('.side-row.changed').allInnerTexts();
    expect(rows.map((row) => row.split(/\s*\n\s*/))).to.deep.equal([
      ['empty metadata', 'no metadata'],
      ['Stays.', 'no metadata', 'Stays.', 'empty metadata'],
    ]);
    expectNoFaults(visited);
  });
});
