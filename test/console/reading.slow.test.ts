// Slow: opens a page of Chromium for each test.
import { expect } from 'chai';
import type { Request } from 'playwright-core';
import { allOf, describeConsole, expectNoFaults, signInto, type Visit } from './support/suite.js';

const BLOCKS = [{ type: 'paragraph' as const, content: 'Because.' }];

describeConsole('sign in', ({ visit }) => {
  it('says that a key is not valid, and lets in with one that is', async () => {
    const visited = await visit({ signIn: false });
    const { page, key } = visited;
    await page.getByLabel('Your API key').fill('dk_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('This key is not valid').waitFor();
    await page.getByLabel('Your API key').fill(key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'All documents' }).waitFor();
    expectNoFaults(visited);
  });

  it('keeps the key in the tab alone: in no address, and not after the sign-out', async () => {
    const { page, key, client } = await visit();
    await client.createDocument({ title: 'Plan', blocks: BLOCKS });
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.reload();
    await page.getByRole('link', { name: 'Plan' }).click();
    await page.frameLocator('iframe').getByText('Because.').waitFor();
    await page.getByRole('link', { name: 'Limits' }).click();
    await page.getByText('Requests this minute').waitFor();
    expect(addresses.length).to.be.greaterThan(2);
    expect([page.url(), ...addresses].filter((address) => address.includes(key))).to.deep.equal([]);
    expect(await page.evaluate('JSON.stringify(localStorage) + document.cookie')).to.equal('{}');
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).to.contain(key);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Your API key').waitFor();
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.to.contain(key);
  });

  it('stores no folders that are loaded after the sign-out', async () => {
    const { page, client } = await visit();
    await client.createFolder({ name: 'Of the last owner' });
    const release = await holdFolders(page);
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Your API key').waitFor();
    await release();
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).to.equal('{}');
  });

  it('stays signed in when the last key is refused late', async () => {
    const { page, url } = await visit();
    const other = await visit({ signIn: false });
    const error = { code: 'INVALID_API_KEY', message: 'This key is not valid.', details: {} };
    const release = await holdFolders(page, { status: 401, json: { error } });
    const asked = page.waitForRequest(/\/v1\/folders/);
    await page.reload();
    await asked;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signInto({ ...other, page, url });
    await release();
    expect(await page.locator('.shell').count()).to.equal(1);
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).to.contain(other.key);
  });

  it('names the role that a key lacks', async () => {
    const { page } = await visit({ keyOptions: { roles: ['documents:read'] } });
    await page.getByText('It lacks the role folders:read').waitFor();
    await page.getByText('No documents yet').waitFor();
  });
});

describeConsole('folders and documents', ({ visit }) => {
  it('opens folders as they are asked for, and shows the documents of one', async () => {
    const visited = await visit({ signIn: false });
    const { page, client, key } = visited;
    const work = await client.createFolder({ name: 'Work' });
    const plans = await client.createFolder({ name: 'Plans', parent_id: work.id });
    await client.createDocument({ title: 'In plans', folder_id: plans.id, blocks: BLOCKS });
    await client.createDocument({ title: 'At the root', blocks: BLOCKS });
    await page.getByLabel('Your API key').fill(key);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'At the root' }).waitFor();
    expect(await page.getByRole('link', { name: 'Plans', exact: true }).count()).to.equal(0);
    await page.getByRole('button', { name: 'Folders in Work' }).click();
    await page.getByRole('link', { name: 'Plans', exact: true }).click();
    await page.getByRole('link', { name: 'In plans' }).waitFor();
    expect(await page.getByRole('link', { name: 'At the root' }).count()).to.equal(0);
    await page.reload();
    await page.getByRole('heading', { name: 'Plans' }).waitFor();
    await page.getByRole('link', { name: 'In plans' }).click();
    await page.getByRole('heading', { name: 'In plans' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Plans' }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { name: 'In plans' }).waitFor();
    expectNoFaults(visited);
  });

  it('names a folder that is opened by its address, and those above it', async () => {
    const visited = await visit({ signIn: false });
    const { page, client, url } = visited;
    await client.createFolder({ name: 'Guides' });
    const work = await client.createFolder({ name: 'Work' });
    const plans = await client.createFolder({ name: 'Plans', parent_id: work.id });
    await page.goto(`${url}/console#/folders/${plans.id}`);
    await signInto(visited);
    await page.getByRole('heading', { name: 'Plans' }).waitFor();
    await page.locator('.entry[aria-current]', { hasText: 'Plans' }).waitFor();
    expect(await page.title()).to.equal('Plans · Quire');
    await page.locator('.path').getByRole('link', { name: 'Work' }).click();
    await page.getByRole('heading', { name: 'Work' }).waitFor();
  });

  it('shows a new folder also when an earlier list comes after it', async () => {
    const { page, client } = await visit();
    const release = await holdFolders(page);
    const asked = page.waitForRequest(/\/v1\/folders/);
    await page.reload();
    await asked;
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Guides');
    await page.getByRole('button', { name: 'Create folder' }).click();
    const entry = page.locator('.entry', { hasText: 'Guides' });
    await entry.waitFor();
    await release();
    expect(await entry.count()).to.equal(1);
    expect(await allOf(client.listFolders())).to.have.length(1);
  });

  it('shows long lists a page at a time', async () => {
    const { page, client } = await visit();
    const writes = Array.from({ length: 53 }, (_, n) => ({
      op: 'create' as const,
      document: { title: `Note ${String(n).padStart(2, '0')}`, blocks: [] },
    }));
    for await (const { status } of client.bulk(writes)) expect(status).to.equal(201);
    await page.reload();
    await page.getByRole('link', { name: 'Note 49' }).waitFor();
    expect(await page.getByRole('link', { name: /^Note/ }).count()).to.equal(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('link', { name: 'Note 52' }).waitFor();
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
  });

  it('shows a document as the viewer does, in a frame that runs nothing', async () => {
    const visited = await visit();
    const { page, client } = visited;
    const { id } = await client.createDocument({
      title: 'Plan',
      blocks: [{ type: 'paragraph', content: 'Some **bold** words, [a link](https://a.example/).' }],
    });
    await page.goto(`${visited.url}/console#/documents/${id}`);
    const frame = page.frameLocator('iframe');
    await frame.locator('strong', { hasText: 'bold' }).waitFor();
    expect(await frame.locator('a[href="https://a.example/"]').getAttribute('target')).to.equal('_blank');
    expect(await page.locator('iframe').getAttribute('sandbox')).not.to.match(/scripts|top-nav|forms/);
    // The style of the viewer is there: without it the frame would have the margins of the browser.
    expect(
      await frame.locator('body').evaluate('document.defaultView.getComputedStyle(document.body).margin'),
    ).to.equal('0px');
    expectNoFaults(visited);
  });
});

type Answer = { status: number; json: unknown };

/** Holds the first list of folders. What it returns sends that, or `answer`, and waits until the page has it. */
async function holdFolders(page: Visit['page'], answer?: Answer): Promise<() => Promise<void>> {
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const isList = (request: Request) => request.method() === 'GET' && request.url().includes('/v1/folders');
  let isHeld = false;
  await page.route('**/v1/folders*', async (route) => {
    if (isHeld || !isList(route.request())) return route.continue();
    isHeld = true;
    const response = await route.fetch();
    await gate;
    await route.fulfill(answer ?? { response });
  });
  return async () => {
    const finished = page.waitForEvent('requestfinished', isList);
    open();
    await finished;
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  };
}
