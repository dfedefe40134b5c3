// Slow: opens a page of Chromium for each test.
import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { until } from '../support/until.js';
import { describeConsole, expectNoFaults, rowLink, type Visit } from './support/suite.js';

describeConsole('a row that is dragged', ({ visit }) => {
  it('moves a document onto the row of a folder, which is marked, and back again', async () => {
    const visited = await visit();
    const { page, client } = visited;
    const { id, work, plans } = await placed(visited);
    const target = rowOf(page, 'Plans');
    await drag(page, rowLink(page, 'Winter'), rowLink(page, 'Plans'));
    await until(async () => isMarked(target));
    expect(await page.locator('[data-over]').count()).to.equal(1);
    await page.mouse.up();
    await page.getByText('Moved to Plans').waitFor();
    await rowLink(page, 'Winter').waitFor({ state: 'detached' });
    expect(await page.locator('[data-over]').count()).to.equal(0);
    expect((await client.getDocument(id)).folder_id).to.equal(plans);
    await page.getByRole('button', { name: 'Undo' }).click();
    await rowLink(page, 'Winter').waitFor();
    expect((await client.getDocument(id)).folder_id).to.equal(work);
    expectNoFaults(visited);
  });

  it('moves a folder within the tree, where a closed one opens under it', async () => {
    const visited = await visit();
    const { page, client } = visited;
    const { plans, work } = await placed(visited);
    const { id: old } = await client.createFolder({ name: 'Old', parent_id: work });
    await page.goto(`${visited.url}/console#/`);
    await page.reload();
    await drag(page, entryOf(page, 'Attic'), entryOf(page, 'Work'));
    await dragTo(entryOf(page, 'Plans'));
    await until(async () => isMarked(entryOf(page, 'Plans')));
    await page.mouse.up();
    await page.getByText('Moved to Plans').waitFor();
    expect((await client.getFolder(old)).path).to.equal('/Work/Old');
    const [moved] = [await client.listFolders({ parent_id: plans }).next()];
    expect(moved?.value).to.include({ name: 'Attic' });
    expectNoFaults(visited);
  });

  it('goes up by the path above the page, and to the top level', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    const { id, plans, work } = await placed(visited);
    const path = page.locator('.path');
    await client.patchDocument(id, { folder_id: plans });
    await page.goto(`${url}/console#/folders/${plans}`);
    await rowLink(page, 'Winter').dragTo(path.getByRole('link', { name: 'Work' }));
    await page.getByText('Moved to Work').waitFor();
    expect((await client.getDocument(id)).folder_id).to.equal(work);
    await page.goto(`${url}/console#/folders/${work}`);
    await rowLink(page, 'Plans').dragTo(path.getByRole('link', { name: 'All documents' }));
    await page.getByText('Moved to the top level').waitFor();
    expect((await client.getFolder(plans)).path).to.equal('/Plans');
    expectNoFaults(visited);
  });

  it('stays where it is on itself and its own folder, and says why it does below itself', async () => {
    const visited = await visit();
    const { page, client } = visited;
    const { plans } = await placed(visited);
    const writes: string[] = [];
    page.on('request', (request) => writes.push(...(request.method() === 'PATCH' ? [request.url()] : [])));
    await drag(page, rowLink(page, 'Winter'), entryOf(page, 'Work'));
    await dragTo(rowLink(page, 'Plans'));
    await until(async () => isMarked(rowOf(page, 'Plans')));
    await dragTo(entryOf(page, 'Work'));
    await until(async () => !(await isMarked(rowOf(page, 'Plans'))));
    expect(await isMarked(entryOf(page, 'Work'))).to.equal(false);
    await page.mouse.up();
    await rowLink(page, 'Plans').dragTo(rowLink(page, 'Plans'));
    expect(writes).to.deep.equal([]);
    await entryOf(page, 'Work').dragTo(rowLink(page, 'Plans'));
    await page.getByText('“Work” stays where it is. A folder cannot be moved into itself.').waitFor();
    expect((await client.getFolder(plans)).path).to.equal('/Work/Plans');
    expectNoFaults(visited);
  });

  it('is where it was after Escape', async () => {
    const visited = await visit();
    const { page, client } = visited;
    const { id, work } = await placed(visited);
    await drag(page, rowLink(page, 'Winter'), rowLink(page, 'Plans'));
    await until(async () => isMarked(rowOf(page, 'Plans')));
    await page.keyboard.press('Escape');
    await until(async () => !(await isMarked(rowOf(page, 'Plans'))));
    await page.mouse.up();
    expect((await client.getDocument(id)).folder_id).to.equal(work);
    expect(await page.getByText('Moved to').count()).to.equal(0);
    expectNoFaults(visited);
  });

  it('goes nowhere with a key that may not write', async () => {
    const writer = await visit({ signIn: false, keyOptions: { owner: 'dragger' } });
    const roles = ['documents:read', 'folders:read'] as const;
    const visited = await visit({ signIn: false, keyOptions: { owner: 'dragger', roles: [...roles] } });
    const { page, key } = visited;
    await page.getByLabel('Your API key').fill(key);
    await page.keyboard.press('Enter');
    await page.locator('.shell').waitFor();
    await placed({ ...visited, client: writer.client });
    await drag(page, rowLink(page, 'Winter'), entryOf(page, 'Attic'));
    expect(await isMarked(entryOf(page, 'Attic'))).to.equal(false);
    await page.mouse.up();
    expectNoFaults(visited);
  });
});

/** The page shows the folder Work after this. */
async function placed({ client, page, url }: Visit): Promise<{ id: string; work: string; plans: string }> {
  await client.createFolder({ name: 'Attic' });
  const { id: work } = await client.createFolder({ name: 'Work' });
  const { id: plans } = await client.createFolder({ name: 'Plans', parent_id: work });
  const { id } = await client.createDocument({ title: 'Winter', folder_id: work, blocks: [] });
  await page.goto(`${url}/console#/folders/${work}`);
  await page.reload();
  await rowLink(page, 'Winter').waitFor();
  return { id, work, plans };
}

/** Without a drop. */
async function drag(page: Visit['page'], from: Locator, to: Locator): Promise<void> {
  await from.hover();
  await page.mouse.down();
  await dragTo(to);
}

/** The first move enters, the second is over it. */
async function dragTo(to: Locator): Promise<void> {
  await to.hover();
  await to.hover();
}

function rowOf(page: Visit['page'], name: string): Locator {
  return page.getByRole('main').locator('.documents li', { hasText: name });
}

function entryOf(page: Visit['page'], name: string): Locator {
  return page.locator('.sidebar').getByRole('link', { name, exact: true });
}

async function isMarked(target: Locator): Promise<boolean> {
  return (await target.getAttribute('data-over')) !== null;
}
