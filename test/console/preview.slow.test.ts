// Slow: opens a page of Chromium for each test.
import { expect } from 'chai';
import { until } from '../support/until.js';
import { describeConsole, expectNoFaults, type Visit } from './support/suite.js';

/** Both frames are wide enough for the same rules. */
const WIDE = { width: 1_600, height: 900 };

const VARIED = `# Part

Some \`code\`, *words* and [a link](https://a.example/).

> A quote.
>
> > A quote in it, of two paragraphs.
> >
> > The second.
>
> - a list in it

## Deeper

- one
- two
  - two point one
    1. deep

       With a paragraph.

       > A quote in a list.

1. first

2. second

| a | b |
|---|--:|
| 1 | 2 |

---

Last words.
`;

describeConsole('the preview', ({ visit }) => {
  it('shows Markdown in the preview with the elements and the looks of the viewer', async () => {
    const visited = await visit({ browsing: { viewport: WIDE } });
    const { page, client, url } = visited;
    const { id } = await client.createDocument({ markdown: `---\ntitle: Varied\ntags: [a]\n---\n\n${VARIED}` });
    await page.goto(`${url}/console#/documents/${id}`);
    const viewed = await looksOf(page, 'iframe');
    await page.goto(`${url}/console#/documents/${id}/edit`);
    await page.getByRole('button', { name: 'Preview' }).click();
    expect(viewed).to.have.length.greaterThan(30);
    expect(await looksOf(page, 'iframe[title=Preview]')).to.deep.equal(viewed);
    const heightOf = async (element: string) => (await page.locator(element).boundingBox())?.height;
    expect(await heightOf('.preview')).to.equal(await heightOf('textarea'));
    expectNoFaults(visited);
  });

  it('shows what is typed, front matter and task lists too, and stays where it was scrolled to', async () => {
    const visited = await visit({ hash: '#/new' });
    const { page } = visited;
    await page.getByRole('button', { name: 'Preview' }).click();
    const shown = page.frameLocator('iframe[title=Preview]');
    await shown.getByText('Not saved').waitFor();
    await page.getByLabel('Title', { exact: true }).fill('Winter');
    await page.getByLabel('Tags').fill('cold');
    const long = 'Words. '.repeat(2_000);
    await page.getByLabel('Markdown').fill(`- [x] done\n- [ ] to do\n\n${long}`);
    await shown.getByRole('heading', { name: 'Winter' }).waitFor();
    await shown.getByRole('list', { name: 'Tags' }).getByText('cold').waitFor();
    await shown.getByText('☑').waitFor();
    const pane = page.getByRole('region', { name: 'Preview' });
    await pane.focus();
    await page.keyboard.press('End');
    await until(async () => (await page.evaluate<number>('document.querySelector(".preview").scrollTop')) > 500);
    await page.getByLabel('Markdown').fill(`- [x] done\n- [x] done, too\n\n${long}`);
    await shown.getByText('done, too').waitFor();
    expect(await page.evaluate<number>('document.querySelector(".preview").scrollTop')).to.be.above(500);
    expectNoFaults(visited);
  });

  it('sends one request at a time, of the newest text', async () => {
    const { page } = await visit({ hash: '#/new' });
    const texts: string[] = [];
    let answer = () => {};
    await page.route('**/v1/preview?*', async (route) => {
      const gate = new Promise<void>((resolve) => (answer = resolve));
      texts.push((route.request().postDataJSON() as { markdown: string }).markdown);
      await gate;
      await route.continue();
    });
    await page.clock.install();
    await page.getByRole('button', { name: 'Preview' }).click();
    await until(async () => texts.length === 1);
    for (const text of ['One', 'One, two', 'One, two, three']) {
      await page.getByLabel('Markdown').fill(text);
      await page.clock.fastForward(1_000);
    }
    answer();
    await until(async () => texts.length === 2);
    answer();
    await page.frameLocator('iframe[title=Preview]').getByText('One, two, three').waitFor();
    expect(texts.map((text) => text.replace(/^---.*---\n*/s, ''))).to.deep.equal(['', 'One, two, three']);
  });

  it('says what the service refuses and that it is away, and goes on after that', async () => {
    const { page } = await visit({ hash: '#/new' });
    await page.getByRole('button', { name: 'Preview' }).click();
    const shown = page.frameLocator('iframe[title=Preview]');
    await shown.getByText('Not saved').waitFor();
    await page.getByLabel('Markdown').fill('+++\ntitle = \n+++\n');
    await page.getByRole('alert').getByText('The service does not take this').waitFor();
    await page.route('**/v1/preview?*', (route) => route.abort());
    await page.getByLabel('Markdown').fill('Words.');
    await page.getByRole('alert').getByText('The service does not answer').waitFor();
    await page.unroute('**/v1/preview?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await shown.getByText('Words.').waitFor();
    expect(await page.getByRole('alert').count()).to.equal(0);
  });

  it('waits near the end of the minute of the plan, and says so', async () => {
    const { page } = await visit({ hash: '#/new' });
    const soon = String(Math.floor(Date.now() / 1_000) + 60);
    await page.route('**/v1/preview?*', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'x-ratelimit-remaining': '2', 'x-ratelimit-reset': soon };
      await route.fulfill({ response, headers });
    });
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.frameLocator('iframe[title=Preview]').getByText('Not saved').waitFor();
    await page.getByLabel('Markdown').fill('Words.');
    await page.getByText('Few requests are left').waitFor();
  });
});

/** The elements below the title in a frame, each with what places and colours it. */
async function looksOf(page: Visit['page'], frame: string): Promise<string[]> {
  const last = page.frameLocator(frame).getByText('Last words.');
  await last.waitFor();
  return last.evaluate(`[...document.querySelectorAll('h1 ~ *, h1 ~ * *')].map((element) => {
    const style = getComputedStyle(element);
    const names = ['margin', 'padding', 'border', 'fontSize', 'lineHeight', 'color', 'listStyleType', 'textAlign'];
    return [element.localName, ...names.map((name) => style[name])].join(' ');
  })`);
}
