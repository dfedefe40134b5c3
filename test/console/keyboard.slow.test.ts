// Slow: opens a page of Chromium for each test.
import { expect } from 'chai';
import { until } from '../support/until.js';
import { describeConsole, expectNoFaults, makeDocuments, type Visit } from './support/suite.js';

describeConsole('the keyboard', ({ visit }) => {
  it('searches, goes through results, opens one, and comes back', async () => {
    const visited = await visit();
    const { page, client } = visited;
    await makeDocuments({ client });
    await page.reload();
    await page.getByRole('link', { name: 'Boats' }).waitFor();
    await page.keyboard.press('/');
    await until(async () => (await focused(page)) === 'search');
    await page.keyboard.type('harb');
    await page.getByText('2 documents').waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).to.equal('Harbour log');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).to.equal('Harbour map');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Harbour map' }).first().waitFor();
    await page.goBack();
    await until(async () => (await focused(page)) === 'Harbour map');
    await page.keyboard.press('/');
    await until(async () => (await focused(page)) === 'search');
    await page.keyboard.press('Escape');
    await until(async () => (await focused(page)) === 'main');
    expect(await page.getByRole('searchbox').inputValue()).to.equal('harb');
    expectNoFaults(visited);
  });

  it('goes through the tree of folders, and opens and closes them', async () => {
    const visited = await visit();
    const { page, client } = visited;
    const work = await client.createFolder({ name: 'Work' });
    await client.createFolder({ name: 'Plans', parent_id: work.id });
    await page.reload();
    await page.locator('.folders').getByRole('link', { name: 'Work' }).waitFor();
    await page.locator('.folders').getByRole('link', { name: 'All documents' }).focus();
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).to.equal('Work');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('link', { name: 'Plans', exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).to.equal('Plans');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('link', { name: 'Plans', exact: true }).waitFor({ state: 'detached' });
    expectNoFaults(visited);
  });

  it('closes the versions, and searches from within a document', async () => {
    const { page, client, url } = await visit();
    const { id } = await client.createDocument({ title: 'Winter', markdown: 'Snow.\n' });
    await page.goto(`${url}/console#/documents/${id}/versions`);
    await page.getByText('Version 1 (newest)').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Version 1 (newest)').waitFor({ state: 'detached' });
    await page.frameLocator('iframe').getByText('Snow.').click();
    await page.keyboard.press('/');
    await until(async () => (await focused(page)) === 'search');
  });

  it('saves with Ctrl and S while one writes on, and with Ctrl and Enter to the page', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    const { id } = await client.createDocument({ markdown: '# Winter\n\nSnow.\n' });
    await page.goto(`${url}/console#/documents/${id}/edit`);
    const text = page.getByLabel('Markdown');
    await text.fill('Snow falls.\n');
    await text.press('Home');
    await text.press('Control+s');
    await until(async () => (await client.getDocument(id)).etag === '"2"');
    await page.getByRole('status').getByText('Not saved yet').waitFor({ state: 'detached' });
    await page.keyboard.type('More ');
    await page.keyboard.press('Control+S');
    await until(async () => (await client.getFile(id)) === '# Winter\n\nSnow falls.\nMore ');
    await page.keyboard.type('and more');
    await page.keyboard.press('Control+Enter');
    await page.frameLocator('iframe').getByText('More and more').waitFor();
    expect((await client.getDocument(id)).etag).to.equal('"4"');
    expectNoFaults(visited);
  });

  it('saves once more, and leaves, where that is asked for during a save', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    const { id } = await client.createDocument({ markdown: '# Winter\n\nSnow.\n' });
    await page.goto(`${url}/console#/documents/${id}/edit`);
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    let held = 0;
    await page.route(`**/v1/documents/${id}**`, async (route) => {
      if (route.request().method() !== 'GET' && held++ === 0) await released;
      await route.continue();
    });
    await page.getByLabel('Markdown').fill('Snow falls.\n');
    await page.getByLabel('Markdown').press('Control+s');
    await page.getByRole('button', { name: 'Saving …' }).waitFor();
    await page.keyboard.type('And more.');
    await page.keyboard.press('Control+Enter');
    release(undefined);
    await page.frameLocator('iframe').getByText('And more.').waitFor();
    expect([held, (await client.getDocument(id)).etag]).to.deep.equal([2, '"3"']);
    expectNoFaults(visited);
  });

  it('saves a new document, and goes on with it', async () => {
    const visited = await visit({ hash: '#/new' });
    const { page, client } = visited;
    await page.getByLabel('Title', { exact: true }).fill('Begun');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/edit$/);
    await page.getByLabel('Markdown').fill('Text.');
    await page.keyboard.press('Control+Enter');
    await page.frameLocator('iframe').getByText('Text.').waitFor();
    const [made] = [await client.listDocuments().next()];
    expect(made?.value).to.include({ title: 'Begun', current_version: 2 });
    expectNoFaults(visited);
  });
});

/** Its identifier or its text. */
function focused(page: Visit['page']): Promise<string> {
  return page.evaluate('document.activeElement.id || document.activeElement.textContent.trim()');
}
