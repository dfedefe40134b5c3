// Slow: opens a page of Chromium for each test.
import { expect } from 'chai';
import { until } from '../support/until.js';
import { allOf, describeConsole, expectNoFaults, signInto, type Visit } from './support/suite.js';

const paragraph = (content: string) => ({ type: 'paragraph' as const, content });

describeConsole('versions', ({ visit }) => {
  it('shows two versions side by side with what differs', async () => {
    const visited = await visit();
    const { page } = visited;
    const id = await twoVersions(visited);
    await page.goto(`${visited.url}/console#/documents/${id}/versions`);
    await page.getByLabel('Pick version 1 to compare').check();
    await page.getByLabel('Pick version 2 to compare').check();
    await page.getByRole('link', { name: 'Compare 1 and 2' }).click();
    await page.getByRole('heading', { name: 'Versions 1 and 2' }).waitFor();
    await page.locator('.sides del', { hasText: 'January' }).waitFor();
    await page.locator('.sides ins', { hasText: 'February' }).waitFor();
    expect(await page.locator('.sides .added ins').innerText()).to.equal('Quite new.');
    expect(await page.locator('.sides .kept', { hasText: 'Stays.' }).count()).to.equal(1);
    await until(async () => (await page.title()) === 'Versions 1 and 2 of Winter · Quire');
    await page.getByRole('navigation').getByRole('link', { name: 'Winter' }).click();
    await page.getByRole('heading', { name: 'Winter', exact: true }).waitFor();
    expectNoFaults(visited);
  });

  it('shows tags and metadata that differ by name, and no others', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    const blocks = [{ ...paragraph('Stays.'), metadata: { mark: 7, kept: 1 } }];
    const metadata = { tags: ['<b>old', 'both'], author: 'Ann', sizes: { a: 1, b: 2 }, source: 'test' };
    const { id } = await client.createDocument({ title: 'Winter', metadata, blocks });
    const changed = { tags: ['both', 'new'], author: 'Bo', sizes: { b: 2, a: 1 }, lang: 'en', source: 'test' };
    const newBlocks = [{ ...paragraph('Stays.'), metadata: { mark: 8, kept: 1 } }];
    await client.pushVersion(id, { title: 'Winter', metadata: changed, blocks: newBlocks });
    await page.goto(`${url}/console#/documents/${id}/compare/1/2`);
    await page.locator('.changed', { hasText: 'mark' }).waitFor();
    const rows = await page.locator('.side-row:is(.changed, .added, .removed):not(.title)').allInnerTexts();
    expect(rows.map((row) => row.split(/\s*\n\s*/))).to.deep.equal([
      ['Tags removed:', '<b>old', 'Tags added:', 'new'],
      ['author: Ann', 'author: Bo'],
      ['lang: not there', 'lang: en'],
      ['Stays.', 'mark: 7', 'Stays.', 'mark: 8'],
    ]);
    expectNoFaults(visited);
  });

  it('shows an earlier version, and makes it the newest again', async () => {
    const visited = await visit();
    const { page, client } = visited;
    const id = await twoVersions(visited);
    await page.goto(`${visited.url}/console#/documents/${id}/versions/1`);
    await page.frameLocator('iframe').getByText('Freezes in January.').waitFor();
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByText('Version 3 (newest)').waitFor();
    await page.frameLocator('iframe').getByText('Freezes in January.').waitFor();
    expect((await client.getDocument(id)).etag).to.equal('"3"');
    expectNoFaults(visited);
  });

  it('does not restore over a version that the user has not seen', async () => {
    const visited = await visit();
    const { page, client } = visited;
    const id = await twoVersions(visited);
    await page.goto(`${visited.url}/console#/documents/${id}/versions/1`);
    const button = page.getByRole('button', { name: 'Restore version 1' });
    await button.waitFor();
    await client.pushVersion(id, { title: 'Of somebody else', blocks: [] });
    await button.click();
    await page.getByText('The document has changed').waitFor();
    expect((await client.getDocument(id)).etag).to.equal('"3"');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Version 3 (newest)').waitFor();
  });
});

describeConsole('the editor', ({ visit }) => {
  it('changes title, tags, visibility and Markdown', async () => {
    const visited = await visit();
    const { page, client } = visited;
    const id = await twoVersions(visited);
    await page.goto(`${visited.url}/console#/documents/${id}`);
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Title', { exact: true }).fill('Another title');
    await page.getByLabel('Tags').fill('one, two');
    await page.getByLabel('Who may read it').selectOption('public');
    await page.getByLabel('Markdown').fill('## Why\n\nOf *course*.\n');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.frameLocator('iframe[title=Preview]').locator('em', { hasText: 'course' }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Another title' }).waitFor();
    const { title, metadata, visibility, blocks, etag } = await client.getDocument(id);
    expect({ title, metadata, visibility, etag }).to.deep.equal({
      title: 'Another title',
      metadata: { tags: ['one', 'two'], source: 'test' },
      visibility: 'public',
      etag: '"3"',
    });
    expect(blocks.map(({ type, content }) => [type, content])).to.deep.equal([
      ['heading', 'Why'],
      ['paragraph', 'Of *course*.'],
    ]);
    expectNoFaults(visited);
  });

  it('leaves blocks alone while their text is not edited, with metadata that Markdown cannot say', async () => {
    const { page, client, url } = await visit();
    const blocks = [{ ...paragraph('First.'), metadata: { mark: 7 } }, paragraph('Second.')];
    const { id } = await client.createDocument({ title: 'Marked', blocks, metadata: { by: 'Ann' } });
    await page.goto(`${url}/console#/documents/${id}/edit`);
    await page.getByText('A program made this document of blocks').waitFor();
    await page.getByLabel('Title', { exact: true }).fill('Titled');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Titled' }).waitFor();
    const titled = await client.getDocument(id);
    expect(titled).to.deep.include({ title: 'Titled', source: null });
    expect(titled.blocks.map(({ metadata }) => metadata)).to.deep.equal([{ mark: 7 }, null]);
    await page.goto(`${url}/console#/documents/${id}/edit`);
    await page.getByLabel('Markdown').fill('First.\n\nSecond, changed.\n');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.frameLocator('iframe').getByText('Second, changed.').waitFor();
    expect(await client.getDocument(id)).to.deep.include({ title: 'Titled', metadata: { by: 'Ann' } });
    expect(await client.getFile(id)).to.equal('---\nby: Ann\n---\n\n# Titled\n\nFirst.\n\nSecond, changed.\n');
  });

  it('loses nothing when somebody else has saved a version meanwhile', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    const id = await twoVersions(visited);
    await page.goto(`${url}/console#/documents/${id}/edit`);
    await page.getByLabel('Markdown').fill('Mine.\n');
    await client.pushVersion(id, { title: 'Theirs', blocks: [paragraph('Theirs.')] });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Somebody else saved version 3').waitFor();
    expect((await client.getDocument(id)).title).to.equal('Theirs');
    await page.getByRole('link', { name: 'See what they changed' }).click();
    await page.locator('.sides ins', { hasText: 'Theirs.' }).waitFor();
    await page.goBack();
    await page.getByText('This is your draft from before').waitFor();
    expect(await page.getByLabel('Markdown').inputValue()).to.equal('Mine.\n');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Save mine as the newest version' }).click();
    await page.frameLocator('iframe').getByText('Mine.').waitFor();
    const { blocks, etag } = await client.getDocument(id);
    expect([etag, blocks[0]?.content]).to.deep.equal(['"4"', 'Mine.']);
  });

  it('keeps a draft when the page is loaded again', async () => {
    const { page, url, client } = await visit();
    await page.goto(`${url}/console#/new`);
    await page.getByLabel('Title', { exact: true }).fill('Begun');
    await page.getByLabel('Markdown').fill('Half a');
    await page.reload();
    expect(await page.getByLabel('Markdown').inputValue()).to.equal('Half a');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Begun' }).waitFor();
    await page.goto(`${url}/console#/new`);
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).to.equal('');
    expect((await allOf(client.listDocuments())).map(({ title }) => title)).to.deep.equal(['Begun']);
  });

  it('removes all drafts when the user signs out', async () => {
    const { page, url } = await visit();
    await beginDraft(page, url);
    await page.goto(`${url}/console#/`);
    await page.getByRole('button', { name: 'New folder' }).waitFor();
    await page.goto(`${url}/console#/new`);
    await page.getByText('This is your draft from before').waitFor();
    await page.getByLabel('Markdown').fill('Half a sentence');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Your API key').waitFor();
    await until(async () => !(await page.evaluate<string>('JSON.stringify(sessionStorage)')).includes('Half a'));
  });

  it('keeps drafts when the key is refused', async () => {
    const visited = await visit();
    const { page, url } = visited;
    await beginDraft(page, url);
    const error = { code: 'INVALID_API_KEY', message: 'The key is not valid.', details: {} };
    await page.route('**/v1/documents', (route) => route.fulfill({ status: 401, json: { error } }));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('This key is no longer valid').waitFor();
    await page.unroute('**/v1/documents');
    await page.reload();
    await signInto(visited);
    expect(await page.getByLabel('Markdown').inputValue()).to.equal('Half a');
  });

  it('makes a folder, and a document in it', async () => {
    const { page, client } = await visit();
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Guides');
    await page.getByRole('button', { name: 'Create folder' }).click();
    await page.getByRole('heading', { name: 'Guides' }).waitFor();
    await page.getByRole('link', { name: 'New document' }).click();
    await page.getByLabel('Title', { exact: true }).fill('Start');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Start' }).waitFor();
    const [folder] = await allOf(client.listFolders());
    const [made] = await allOf(client.listDocuments());
    expect([folder?.name, made?.folder_id]).to.deep.equal(['Guides', folder?.id]);
  });
});

async function twoVersions({ client }: Pick<Visit, 'client'>): Promise<string> {
  const stays = paragraph('Stays.');
  const first = { title: 'Winter', metadata: { tags: ['old'], source: 'test' } };
  const { id } = await client.createDocument({ ...first, blocks: [paragraph('Freezes in January.'), stays] });
  await client.pushVersion(id, {
    ...first,
    blocks: [paragraph('Freezes in February.'), stays, paragraph('Quite new.')],
  });
  return id;
}

async function beginDraft(page: Visit['page'], url: string): Promise<void> {
  await page.goto(`${url}/console#/new`);
  await page.getByLabel('Title', { exact: true }).fill('Begun');
  await page.getByLabel('Markdown').fill('Half a');
}
