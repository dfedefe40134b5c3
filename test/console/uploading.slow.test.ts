// Slow: opens a page of Chromium for each test.
import { expect } from 'chai';
import { allOf, describeConsole, expectNoFaults, type Visit } from './support/suite.js';

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

describeConsole('upload', ({ visit }) => {
  it('makes documents of Markdown files that are dropped, and says what failed', async () => {
    const visited = await visit();
    const { page, client } = visited;
    const { id: folder } = await client.createFolder({ name: 'Inbox' });
    await page.goto(`${visited.url}/console#/folders/${folder}`);
    await page.getByText('No documents yet').waitFor();
    const files = {
      'a.md': '# First\n\nText.',
      'b.md': '---\ntags: [x]\n---\nText.',
      'c.png': 'no',
      'd.txt': '# No *title*',
    };
    await drop(page, files);
    await page.getByText('3 documents made, 1 failed').waitFor();
    await page.getByText('Only files that end in .md').waitFor();
    expect(await page.getByRole('button', { name: 'Try the failed ones again' }).count()).to.equal(0);
    await page.getByRole('link', { name: 'First' }).waitFor();
    expect(await page.getByRole('progressbar').getAttribute('value')).to.equal('4');
    const made = await allOf(client.listDocuments({ folder_id: folder }));
    expect(made.map(({ title, content_type, metadata }) => [title, content_type, metadata?.tags])).to.deep.equal([
      ['b', 'markdown', ['x']],
      ['d', 'text', undefined],
      ['First', 'markdown', undefined],
    ]);
    expectNoFaults(visited);
  });

  it('goes on when more files are dropped, and when another folder is opened', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    const { id: folder } = await client.createFolder({ name: 'Inbox' });
    await page.goto(`${url}/console#/folders/${folder}`);
    await page.getByText('No documents yet').waitFor();
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    await page.route('**/v1/documents', async (route) => {
      if (route.request().method() === 'POST') await gate;
      await route.continue();
    });
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    const names = Array.from({ length: 12 }, (_, n) => `note ${n}.md`);
    await drop(page, Object.fromEntries(names.map((name) => [name, 'Text.'])));
    await sent;
    await drop(page, { 'one more.md': 'Text.' });
    await page.getByRole('link', { name: 'All documents' }).first().click();
    await page.getByRole('heading', { name: 'All documents' }).waitFor();
    open();
    await page.getByText('12 documents made', { exact: true }).waitFor();
    await page.getByText('1 document made', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'one more', exact: true }).waitFor();
    expect(await allOf(client.listDocuments({ folder_id: folder }))).to.have.length(13);
    expectNoFaults(visited);
  });

  it('makes each document once when what failed is sent again', async () => {
    const { page, client } = await visit();
    let lost = 0;
    await page.route('**/v1/documents', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      const error = { code: 'INTERNAL_ERROR', message: 'Something went wrong on our side.', details: {} };
      await route.fulfill({ status: 500, json: { error } });
    });
    await page
      .getByLabel('Markdown files')
      .setInputFiles([{ name: 'once.md', mimeType: 'text/markdown', buffer: Buffer.from('# Once\n') }]);
    await page.getByText('0 documents made, 1 failed').waitFor();
    await page.getByRole('button', { name: 'Try the failed ones again' }).click();
    await page.getByText('1 document made', { exact: true }).waitFor();
    expect(lost).to.equal(1);
    expect(await allOf(client.listDocuments())).to.have.length(1);
  });
});

async function drop(page: Visit['page'], files: Record<string, string>): Promise<void> {
  const transfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const [name, text] of ${JSON.stringify(Object.entries(files))}) transfer.items.add(new File([text], name));
    return transfer;
  })()`);
  for (const type of ['dragover', 'drop']) await page.dispatchEvent('.drop-zone', type, { dataTransfer: transfer });
}
