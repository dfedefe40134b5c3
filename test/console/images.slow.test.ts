// Slow: opens a page of Chromium for each test.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '../support/until.js';
import { describeConsole, expectNoFaults, type Visit } from './support/suite.js';

/** One red point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><script>parent.ran = alert(1)</script></svg>',
);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describeConsole('images of documents', ({ visit }) => {
  it('are shown, and their addresses are asked for without a key by nobody', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    await keep(visited, PNG);
    await keep(visited, SVG);
    const markdown = '# T\n\n![one](a.png)\n\n![two](b.svg)\n\n![gone](c.png)\n\n[the file](a.png)\n';
    const assets = { 'a.png': hashOf(PNG), 'b.svg': hashOf(SVG) };
    const { id } = await client.createDocument({ markdown, assets });
    const refused: string[] = [];
    // The console asks for the folder of a document, and is refused the root.
    const isOfAsset = (address: string) => /\/(assets|d)\//.test(address);
    page.on('response', (response) => {
      if (response.status() >= 400 && isOfAsset(response.url())) refused.push(response.url());
    });
    await page.goto(`${url}/console#/documents/${id}`);
    await until(async () => (await widths(page)).join() === '1,40');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.frameLocator('iframe').getByRole('link', { name: 'the file' }).click(),
    ]);
    expect(download.suggestedFilename()).to.equal('the file.png');
    expect(refused).to.deep.equal([]);
    expect(await page.evaluate('window.ran')).to.equal(undefined);
    expectNoFaults(visited);
  });

  for (const way of ['paste', 'drop'] as const) {
    it(`are taken by ${way}, shown by the preview at once, and saved with the text`, async () => {
      const visited = await visit({ hash: '#/new' });
      const { page, client } = visited;
      await page.getByLabel('Title', { exact: true }).fill('Pictured');
      await page.getByLabel('Markdown').fill('Before.\n\nAfter.');
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.keyboard.press('Tab');
      await page.getByLabel('Markdown').evaluate('document.querySelector("textarea").setSelectionRange(9, 9)');
      await give(page, way, [{ name: 'my [red] point.png', type: 'image/png', bytes: PNG }]);
      const written = 'Before.\n\n![my-red-point](images/my-red-point.png)After.';
      await until(async () => (await page.getByLabel('Markdown').inputValue()) === written);
      await until(async () => (await widths(page)).join() === '1');
      // Another one of the same name, then the first again.
      await give(page, way, [{ name: 'my [red] point.png', type: 'image/svg+xml', bytes: SVG }]);
      await until(async () => (await widths(page)).join() === '1,40');
      await give(page, way, [{ name: 'my [red] point.png', type: 'image/png', bytes: PNG }]);
      await until(async () => (await widths(page)).join() === '1,40,1');
      await page.reload();
      await page.getByText('This is your draft').waitFor();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('heading', { name: 'Pictured' }).waitFor();
      await until(async () => (await widths(page)).join() === '1,40,1');
      const [found] = [await client.listDocuments().next()];
      const { assets } = await client.getDocument((found.value as { id: string }).id);
      expect(assets).to.deep.equal({
        'images/my-red-point.png': hashOf(PNG),
        'images/my-red-point-2.png': hashOf(SVG),
      });
      expectNoFaults(visited);
    });
  }

  it('are all taken where several come at once, whatever their names', async () => {
    const visited = await visit({ hash: '#/new' });
    const { page, client } = visited;
    await page.getByLabel('Title', { exact: true }).fill('Several');
    await page.getByLabel('Markdown').focus();
    const png = { type: 'image/png', bytes: PNG };
    const svg = { type: 'image/svg+xml', bytes: SVG };
    await give(page, 'drop', [
      { name: 'a"b.png', ...png },
      { name: 'a"b.png', ...svg },
      { name: '..u\u0308.png', ...png },
    ]);
    const written = ['a-b', 'a-b-2', '\u00fc'].map((name) => `![${name}](images/${name}.png)`).join('\n\n');
    await until(async () => (await page.getByLabel('Markdown').inputValue()) === written);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Several' }).waitFor();
    await until(async () => (await widths(page)).join() === '1,40,1');
    const [found] = [await client.listDocuments().next()];
    const { assets } = await client.getDocument((found.value as { id: string }).id);
    expect(assets).to.deep.equal({
      'images/a-b.png': hashOf(PNG),
      'images/a-b-2.png': hashOf(SVG),
      'images/\u00fc.png': hashOf(PNG),
    });
    expectNoFaults(visited);
  });

  it('stay with a document whose text alone is edited', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    await keep(visited, PNG);
    const assets = { 'a.png': hashOf(PNG) };
    const { id } = await client.createDocument({ markdown: '# T\n\n![one](a.png)\n', assets });
    await page.goto(`${url}/console#/documents/${id}/edit`);
    await page.getByLabel('Markdown').fill('![one](a.png)\n\nMore.\n');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.frameLocator('iframe').getByText('More.').waitFor();
    await until(async () => (await widths(page)).join() === '1');
    expect((await client.getDocument(id)).assets).to.deep.equal(assets);
  });

  it('are refused in plain words: another file, one that is too large, no right, no service', async () => {
    const { page } = await visit({ hash: '#/new', keyOptions: { roles: ['documents:read', 'folders:read'] } });
    await page.getByLabel('Markdown').fill('Words.');
    const said = async (file: Partial<Given>, words: RegExp) => {
      await give(page, 'paste', [{ name: 'a.png', type: 'image/png', bytes: PNG, ...file }]);
      await page.getByRole('alert').getByText(words).waitFor();
    };
    await said({ type: 'text/csv' }, /Only images/);
    await said({}, /lacks the role documents:write/);
    const error = { code: 'PAYLOAD_TOO_LARGE', message: 'too large', details: {} };
    await page.route('**/v1/assets', (route) => route.fulfill({ status: 413, json: { error } }));
    await said({}, /takes nothing of this size/);
    await page.route('**/v1/assets', (route) => route.abort());
    await said({}, /does not answer/);
    expect(await page.getByLabel('Markdown').inputValue()).to.equal('Words.');
  });

  it('are left out where text is pasted that has a picture, too', async () => {
    const { page } = await visit({ hash: '#/new' });
    await page.getByLabel('Markdown').focus();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await give(page, 'paste', [{ name: 'a.png', type: 'image/png', bytes: PNG }], 'a cell');
    expect(asked.filter((url) => url.includes('/v1/assets'))).to.deep.equal([]);
    expect(await page.getByRole('alert').count()).to.equal(0);
  });
});

async function keep({ url, key }: Visit, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/octet-stream' };
  const { status } = await fetch(`${url}/v1/assets/${hashOf(bytes)}`, { method: 'PUT', headers, body: bytes });
  expect(status).to.equal(201);
}

/** Of the images that the frame shows. */
function widths(page: Page): Promise<number[]> {
  return page.evaluate(`[...document.querySelector('iframe')?.contentDocument.images ?? []]
    .map((image) => image.naturalWidth).filter((width) => width > 0)`);
}

type Given = { name: string; type: string; bytes: Buffer };

async function give(page: Page, way: 'paste' | 'drop', files: readonly Given[], text = ''): Promise<void> {
  const sent = files.map(({ name, type, bytes }) => ({ name, type, text: bytes.toString('base64') }));
  await page.evaluate(`(() => {
    const data = new DataTransfer();
    for (const { name, type, text } of ${JSON.stringify(sent)}) {
      data.items.add(new File([Uint8Array.from(atob(text), (each) => each.charCodeAt(0))], name, { type }));
    }
    if (${JSON.stringify(text)} !== '') data.setData('text/plain', ${JSON.stringify(text)});
    const options = { bubbles: true, cancelable: true };
    const field = document.querySelector('textarea');
    if (${JSON.stringify(way)} === 'paste') field.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
    else field.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: data }));
  })()`);
}
