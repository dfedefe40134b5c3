// Slow: opens a page of Chromium for each test.
import { expect } from 'chai';
import { allOf, describeConsole, expectNoFaults, type Visit } from './support/suite.js';

describeConsole('a folder, where it is', ({ visit }) => {
  it('is renamed from its page, and gets its name back', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    const { work } = await placed(visited);
    await page.goto(`${url}/console#/folders/${work}`);
    await page.getByRole('main').getByRole('button', { name: 'Rename “Work”' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Play');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Play' }).waitFor();
    await page.locator('.sidebar .entry', { hasText: 'Play' }).waitFor();
    expect((await client.getFolder(work)).path).to.equal('/Play');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Work' }).waitFor();
    expect((await client.getFolder(work)).path).to.equal('/Work');
    expectNoFaults(visited);
  });

  it('moves with all that is in it, and not into itself', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    const { work, plans } = await placed(visited);
    await client.createFolder({ name: 'Attic' });
    await page.reload();
    await page.goto(`${url}/console#/folders/${work}`);
    await page.getByRole('button', { name: 'Move “Work”' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Folders in Work' }).click();
    await dialog.getByRole('button', { name: 'Plans', exact: true }).click();
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await dialog.getByText('A folder cannot be moved into itself').waitFor();
    await dialog.getByRole('button', { name: 'Attic', exact: true }).click();
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('Moved to Attic').waitFor();
    await page.locator('.path').getByRole('link', { name: 'Attic' }).waitFor();
    expect((await client.getFolder(plans)).path).to.equal('/Attic/Work/Plans');
    expect(await page.locator('.sidebar .entry', { hasText: 'Work' }).count()).to.equal(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone').waitFor();
    expect((await client.getFolder(plans)).path).to.equal('/Work/Plans');
    await page.locator('.sidebar').getByText('No folders in it').waitFor();
    expectNoFaults(visited);
  });

  it('is deleted from its row only with what is in it', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    const { work, plans } = await placed(visited);
    await page.goto(`${url}/console#/folders/${work}`);
    await page.getByRole('main').getByRole('link', { name: 'Plans' }).hover();
    await page.getByRole('main').getByRole('button', { name: 'Delete “Plans”' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await dialog.getByText('The folder is not empty').waitFor();
    expect((await client.getFolder(plans)).name).to.equal('Plans');
    await dialog.getByLabel('With all documents and folders in it').check();
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('Deleted “Plans”').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Plans' }).waitFor({ state: 'detached' });
    expect(await allOf(client.listFolders({ parent_id: work }))).to.deep.equal([]);
    expect(await allOf(client.listDocuments())).to.deep.equal([]);
    await page.getByRole('button', { name: 'Delete “Work”' }).click();
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByRole('heading', { name: 'All documents' }).waitFor();
    expect(await allOf(client.listFolders())).to.deep.equal([]);
    expectNoFaults(visited);
  });

  it('is named in rows and above a document, also where nobody has opened those above it', async () => {
    const visited = await visit();
    const { page, url } = visited;
    const { id } = await placed(visited);
    await page.goto(`${url}/console#/search?q=deep`);
    await page.getByRole('link', { name: 'Work / Plans' }).waitFor();
    await page.goto(`${url}/console#/documents/${id}`);
    await page.reload();
    await page.locator('.path').getByRole('link', { name: 'Work' }).waitFor();
    await page.locator('.path').getByRole('link', { name: 'Plans' }).click();
    await page.getByRole('heading', { name: 'Plans' }).waitFor();
    expectNoFaults(visited);
  });
});

/** The page knows none of the folders after this. */
async function placed({ client, page }: Visit): Promise<{ work: string; plans: string; id: string }> {
  const { id: work } = await client.createFolder({ name: 'Work' });
  const { id: plans } = await client.createFolder({ name: 'Plans', parent_id: work });
  const { id } = await client.createDocument({ title: 'Deep', folder_id: plans, blocks: [] });
  await page.reload();
  return { work, plans, id };
}
