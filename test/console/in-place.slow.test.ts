// Slow: opens a page of Chromium for each test.
import { expect } from 'chai';
import { until } from '../support/until.js';
import { allOf, describeConsole, expectNoFaults, type Visit } from './support/suite.js';

describeConsole('a document, where it is', ({ visit }) => {
  it('moves to another folder, and back again', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    const { id, work, plans } = await placed(visited);
    await page.goto(`${url}/console#/documents/${id}`);
    await page.locator('.path').getByRole('link', { name: 'Work' }).waitFor();
    await page.getByRole('button', { name: 'Move “Winter”' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Move', exact: true }).isDisabled()).to.equal(true);
    await dialog.getByRole('button', { name: 'Folders in Work' }).click();
    await dialog.getByRole('button', { name: 'Plans', exact: true }).click();
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('Moved to Plans').waitFor();
    await page.locator('.path').getByRole('link', { name: 'Plans' }).waitFor();
    expect((await client.getDocument(id)).folder_id).to.equal(plans);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone').waitFor();
    expect((await client.getDocument(id)).folder_id).to.equal(work);
    await page.getByRole('button', { name: 'Move “Winter”' }).click();
    await dialog.getByRole('button', { name: 'Top level' }).click();
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('Moved to the top level').waitFor();
    expect(await allOf(client.listDocuments({ folder_path: '/' }))).to.have.length(1);
    expectNoFaults(visited);
  });

  it('is deleted from its row once the user has agreed, and from its page', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    const { work } = await placed(visited);
    await client.createDocument({ title: 'Summer', folder_id: work, blocks: [] });
    await page.goto(`${url}/console#/folders/${work}`);
    await page.getByRole('link', { name: 'Winter' }).hover();
    await page.getByRole('button', { name: 'Delete “Winter”' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete “Winter”' }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('Deleted “Winter”').waitFor();
    await page.getByRole('link', { name: 'Winter' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Summer' }).click();
    await page.getByRole('button', { name: 'Delete “Summer”' }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByRole('heading', { name: 'Work' }).waitFor();
    await page.getByText('No documents yet').waitFor();
    expect(await allOf(client.listDocuments())).to.deep.equal([]);
    expectNoFaults(visited);
  });

  it('is renamed where its file has the title, and gets its title back', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    const { id } = await placed(visited);
    await page.goto(`${url}/console#/documents/${id}`);
    await page.getByRole('button', { name: 'Rename “Winter”' }).click();
    await page.getByLabel('Title', { exact: true }).fill('Spring');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Spring' }).waitFor();
    expect(await client.getFile(id)).to.equal('# Spring\n\nSnow.\n');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Winter' }).waitFor();
    expect(await client.getFile(id)).to.equal('# Winter\n\nSnow.\n');
    expectNoFaults(visited);
  });

  it('is not renamed where its front matter is not YAML, and the dialog says why', async () => {
    const { page, client, url } = await visit();
    const { id } = await client.createDocument({ markdown: '+++\ntitle = "Winter"\n+++\n\nSnow.\n' });
    await page.goto(`${url}/console#/documents/${id}`);
    await page.getByRole('button', { name: 'Rename “Winter”' }).click();
    await page.getByLabel('Title', { exact: true }).fill('Spring');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('front matter that is not YAML').waitFor();
    expect((await client.getDocument(id)).title).to.equal('Winter');
  });

  it('says that an old version is old, and leads to the newest', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    const { id } = await placed(visited);
    await client.pushVersion(id, { markdown: '# Winter\n\nIce.\n' });
    await page.goto(`${url}/console#/documents/${id}/versions/1`);
    await page.frameLocator('iframe').getByText('Snow.').waitFor();
    await page.getByText('Version 1 of 2.').waitFor();
    expect(await page.getByRole('link', { name: 'Edit' }).count()).to.equal(0);
    await page.getByRole('link', { name: 'Show the newest' }).click();
    await page.frameLocator('iframe').getByText('Ice.').waitFor();
    await page.goto(`${url}/console#/documents/${id}/versions/2`);
    await page.frameLocator('iframe').getByText('Ice.').waitFor();
    expect(await page.getByRole('link', { name: 'Show the newest' }).count()).to.equal(0);
    expectNoFaults(visited);
  });

  it('takes a restore back', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    const { id } = await placed(visited);
    await client.pushVersion(id, { markdown: '# Winter\n\nIce.\n' });
    await page.goto(`${url}/console#/documents/${id}/versions/1`);
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await page.frameLocator('iframe').getByText('Snow.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.frameLocator('iframe').getByText('Ice.').waitFor();
    expect(await client.getFile(id)).to.equal('# Winter\n\nIce.\n');
    await page.getByText('restored from version 1').waitFor();
    await page.getByText('restored from version 2').waitFor();
    expectNoFaults(visited);
  });

  it('has no button that the key may not use', async () => {
    const visited = await visit({ signIn: false, keyOptions: { owner: 'reader', roles: ['documents:read'] } });
    const writer = await visit({ signIn: false, keyOptions: { owner: 'reader' } });
    const { page, key, url } = visited;
    const { id } = await placed(writer);
    await page.getByLabel('Your API key').fill(key);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Winter' }).waitFor();
    expect(await buttonsOf(page)).to.deep.equal([]);
    await page.goto(`${url}/console#/documents/${id}`);
    await page.frameLocator('iframe').getByText('Snow.').waitFor();
    expect(await buttonsOf(page)).to.deep.equal(['Versions']);
    expect(await page.getByRole('link', { name: 'Edit' }).count()).to.equal(0);
  });
});

describeConsole('folders and lists', ({ visit }) => {
  it('show the folders in a folder, and the folder of each document', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    const { work, plans } = await placed(visited);
    await client.createDocument({ title: 'Deep', folder_id: plans, blocks: [] });
    await page.goto(`${url}/console#/folders/${work}`);
    await page.getByRole('list', { name: 'Folders in this one' }).getByRole('link', { name: 'Plans' }).click();
    await page.getByRole('link', { name: 'Deep' }).waitFor();
    expect(await page.locator('.place').count()).to.equal(0);
    await page.goto(`${url}/console#/search?q=deep`);
    await page.getByRole('link', { name: 'Work / Plans' }).click();
    await page.getByRole('heading', { name: 'Plans' }).waitFor();
    expectNoFaults(visited);
  });

  it('are sorted by title or by time, as the address says', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    await client.createDocument({ title: 'B, older', blocks: [] });
    await client.createDocument({ title: 'A, old', blocks: [] });
    await client.createDocument({ title: 'C, new', blocks: [] });
    await page.goto(`${url}/console#/limits`);
    await page.goBack();
    const titles = () => page.locator('.documents .title').allInnerTexts();
    await until(async () => (await titles()).join() === 'A, old,B, older,C, new');
    await page.getByLabel('Order').selectOption('Newest first');
    await until(async () => (await titles()).join() === 'C, new,A, old,B, older');
    await page.reload();
    await until(async () => (await titles()).join() === 'C, new,A, old,B, older');
    expectNoFaults(visited);
  });

  it('of a search are in the order that the address says, page by page, and after a way back', async () => {
    const visited = await visit({ hash: '#/search?q=note&sort=title' });
    const { page, client } = visited;
    const writes = Array.from({ length: 52 }, (_, n) => ({
      op: 'create' as const,
      document: { title: `Note ${String(n).padStart(2, '0')}`, blocks: [] },
    }));
    for await (const { status } of client.bulk(writes)) expect(status).to.equal(201);
    await client.createDocument({ title: 'Note 00, newest', blocks: [] });
    const newest = (await allOf(client.searchDocuments({ q: 'note', sort: '-created_at' }))).map(({ title }) => title);
    expect(newest[0]).to.equal('Note 00, newest');
    const hasRows = (titles: readonly string[]) =>
      until(async () => (await page.locator('.documents .title').allInnerTexts()).join('|') === titles.join('|'));
    await page.reload();
    await hasRows([...newest].sort().slice(0, 50));
    await page.getByLabel('Order').selectOption('Newest first');
    await hasRows(newest.slice(0, 50));
    await page.getByRole('button', { name: 'Show more' }).click();
    await hasRows(newest);
    await page.reload();
    await hasRows(newest.slice(0, 50));
    await page.getByRole('link', { name: 'Note 00, newest' }).click();
    await page.getByRole('heading', { name: 'Note 00, newest' }).waitFor();
    await page.goBack();
    await hasRows(newest.slice(0, 50));
    expect(await page.getByLabel('Order').inputValue()).to.equal('-created_at');
    await page.getByRole('searchbox').fill('note 00');
    await hasRows(['Note 00, newest', 'Note 00']);
    expectNoFaults(visited);
  });

  it('are where they were after a way back: as long, scrolled, and with the focus on the row', async () => {
    const visited = await visit();
    const { page, client } = visited;
    const writes = Array.from({ length: 130 }, (_, n) => ({
      op: 'create' as const,
      document: { title: `Note ${String(n).padStart(3, '0')}`, blocks: [] },
    }));
    for await (const { status } of client.bulk(writes)) expect(status).to.equal(201);
    await page.reload();
    for (const last of ['049', '099']) {
      await page.getByRole('link', { name: `Note ${last}` }).waitFor();
      await page.getByRole('button', { name: 'Show more' }).click();
    }
    const row = page.getByRole('link', { name: 'Note 110' });
    await row.scrollIntoViewIfNeeded();
    const before = await page.evaluate<number>('scrollY');
    expect(before).to.be.above(1_000);
    await row.click();
    await page.getByRole('heading', { name: 'Note 110' }).waitFor();
    expect(await page.evaluate('scrollY')).to.equal(0);
    await client.createDocument({ title: 'Note 120 and a half', blocks: [] });
    await page.goBack();
    await until(async () => (await page.evaluate('scrollY')) === before);
    expect(await page.evaluate('document.activeElement.textContent')).to.equal('Note 110');
    await page.getByRole('link', { name: 'Note 120 and a half' }).waitFor();
    expect(await page.evaluate('scrollY')).to.equal(before);
    expectNoFaults(visited);
  });

  it('search the folder that is open and those below it, and everywhere with one click', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    const { work, plans } = await placed(visited);
    await client.createDocument({ title: 'Winter in plans', folder_id: plans, blocks: [] });
    await client.createDocument({ title: 'Winter elsewhere', blocks: [] });
    await page.goto(`${url}/console#/folders/${work}`);
    const asked = page.waitForRequest(/\/search\?(?=.*text=winter)(?=.*folder_id)/);
    await page.getByPlaceholder('Search in Work').fill('winter');
    expect(new URL((await asked).url()).searchParams.get('recursive')).to.equal('true');
    await page.getByText('in Work and below').waitFor();
    await page.getByRole('button', { name: 'Search everywhere' }).click();
    await page.getByText('3 documents').waitFor();
  });
});

/** The page knows the folders after this. */
async function placed({ client, page }: Visit): Promise<{ id: string; work: string; plans: string }> {
  const { id: work } = await client.createFolder({ name: 'Work' });
  const { id: plans } = await client.createFolder({ name: 'Plans', parent_id: work });
  const { id } = await client.createDocument({ folder_id: work, markdown: '# Winter\n\nSnow.\n' });
  await page.reload();
  return { id, work, plans };
}

/** The names of those in the page, without the sidebar. */
async function buttonsOf(page: Visit['page']): Promise<string[]> {
  const names = await page.getByRole('main').getByRole('button').allInnerTexts();
  return names.map((name) => name.trim());
}
