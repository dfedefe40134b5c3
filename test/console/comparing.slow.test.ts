// Slow: opens a page of Chromium for each test.
import { expect } from 'chai';
import { unique } from '../http/making.js';
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

  it('says whose key made each version, by its label, else by its identifier', async () => {
    const owner = unique();
    const { client } = await visit({ keyOptions: { owner, label: 'the editors' } });
    const block = { type: 'paragraph' as const, content: 'Stays.' };
    const { id } = await client.createDocument({ title: 'Winter', blocks: [block] });
    await client.pushVersion(id, { title: 'Winter', blocks: [block, block] });
    const visited = await visit({ keyOptions: { owner } });
    await visited.client.restoreVersion(id, 1);
    const { key } = await visited.client.getLimits();
    const { page } = visited;
    await page.goto(`${visited.url}/console#/documents/${id}/versions`);
    await page.getByText('Version 3 (newest)').waitFor();
    const said = await page.locator('.versions li .quiet').allInnerTexts();
    const ends = [
      `, 1 block, by ${key.id}, restored from version 1`,
      ', 2 blocks, by the editors',
      ', 1 block, by the editors',
    ];
    for (const [n, end] of ends.entries()) expect(said[n]).to.match(new RegExp(`${end}$`));
    await page.goto(`${visited.url}/console#/documents/${id}/compare/2/3`);
    await page.locator('.heads', { hasText: /, by the editors[^]*, by key_/ }).waitFor();
    expectNoFaults(visited);
  });
});
