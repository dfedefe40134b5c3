// Slow: opens a page of Chromium for each test.
import { expect } from 'chai';
import { allOf, describeConsole } from './support/suite.js';

const YAML_FILE = `---
# kept
title:   'Guide' # quoted
tags: [a, b]
---

# Part

* One word.
`;

describeConsole('the editor of files', ({ visit }) => {
  for (const [name, file] of Object.entries({
    'Unix and YAML': YAML_FILE,
    'Windows, with a byte order mark': `\uFEFF${YAML_FILE.replaceAll('\n', '\r\n')}`,
    TOML: '+++\r\ntitle = "Guide"\r\n+++\r\n\r\n* One word.\r\n',
  })) {
    it(`changes one line of the file, and nothing else, for one word: ${name}`, async () => {
      const { page, client, url } = await visit();
      const { id } = await client.createDocument({
        markdown: file,
        visibility: 'public',
        metadata: { tags: ['sent'] },
      });
      await page.goto(`${url}/console#/documents/${id}/edit`);
      const text = await page.getByLabel('Markdown').inputValue();
      expect(text).to.contain('One word.');
      await page.getByLabel('Markdown').fill(text.replace('word', 'term'));
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.frameLocator('iframe').getByText('One term.').waitFor();
      expect(await client.getFile(id)).to.equal(file.replace('word', 'term'));
      const { title, visibility, metadata } = await client.getDocument(id);
      expect({ title, visibility, sent: metadata?.tags?.at(-1) }).to.deep.equal({
        title: 'Guide',
        visibility: 'public',
        sent: 'sent',
      });
    });
  }

  it('changes title, tags and readers in the front matter', async () => {
    const { page, client, url } = await visit();
    const { id } = await client.createDocument({ markdown: `---\nvisibility: private\n${YAML_FILE.slice(4)}` });
    await page.goto(`${url}/console#/documents/${id}/edit`);
    await page.getByLabel('Title', { exact: true }).fill('Manual');
    await page.getByLabel('Tags').fill('b');
    await page.getByLabel('Who may read it').selectOption('public');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Manual' }).waitFor();
    const changed = YAML_FILE.replace("'Guide'", "'Manual'").replace('a, b', 'b');
    expect(await client.getFile(id)).to.equal(`---\nvisibility: public\n${changed.slice(4)}`);
    const { title, metadata, visibility, etag } = await client.getDocument(id);
    expect({ title, tags: metadata?.tags, visibility, etag }).to.deep.equal({
      title: 'Manual',
      tags: ['b'],
      visibility: 'public',
      etag: '"2"',
    });
  });

  it('keeps the file when only the readers change', async () => {
    const { page, client, url } = await visit();
    const { id } = await client.createDocument({ markdown: YAML_FILE });
    await page.goto(`${url}/console#/documents/${id}/edit`);
    await page.getByLabel('Who may read it').selectOption('public');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await sent).postDataJSON()).to.deep.equal({ visibility: 'public' });
    await page.getByRole('link', { name: 'Public page' }).waitFor();
    expect(await client.getFile(id)).to.equal(YAML_FILE);
  });

  it('says where title and tags of TOML are, and what is a draft', async () => {
    const { page, client, url } = await visit();
    const { id } = await client.createDocument({ markdown: '+++\ntitle = "T"\ndraft = true\n+++\n' });
    await page.goto(`${url}/console#/documents/${id}/edit`);
    await page.getByText('Title and tags are in the text').waitFor();
    await page.getByText('says that this is a draft').waitFor();
    expect(await page.locator('.fields :is(input, select):disabled').count()).to.equal(3);
    await page.getByLabel('Markdown').fill('+++\ntitle = "U"\n+++\n');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'U', exact: true }).waitFor();
    const { title, metadata } = await client.getDocument(id);
    expect({ title, metadata }).to.deep.equal({ title: 'U', metadata: null });
  });

  it('makes a file of a new document', async () => {
    const { page, client, url } = await visit();
    await page.goto(`${url}/console#/new`);
    await page.getByLabel('Title', { exact: true }).fill('New: one');
    await page.getByLabel('Tags').fill('a, b');
    await page.getByLabel('Markdown').fill('# Part\n\nText.\n');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'New: one' }).waitFor();
    const [made] = await allOf(client.listDocuments());
    const file = '---\ntitle: "New: one"\ntags: [a, b]\n---\n\n# Part\n\nText.\n';
    expect(await client.getFile(made?.id ?? '')).to.equal(file);
    expect(made).to.deep.include({ title: 'New: one', metadata: { tags: ['a', 'b'] }, visibility: 'private' });
  });
});
