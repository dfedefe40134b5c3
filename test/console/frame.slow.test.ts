// Slow: opens a page of Chromium for each test.
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { describeConsole, expectNoFaults, type Visit } from './support/suite.js';

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="900"/>';
const CHAPTERS = Array.from({ length: 12 }, (_, n) => `## Chapter ${n}\n\n${'Words. '.repeat(500)}`).join('\n\n');

describeConsole('the page of a document', ({ visit }) => {
  it('has a frame as high as it is, without a scroll bar of its own, whatever changes its height', async () => {
    const visited = await visit();
    const { page } = visited;
    const picture = held(page);
    await show(visited, `![Far](https://a.example/far.svg)\n\n${CHAPTERS}`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Chapter 11' }).waitFor();
    const small = await fittingHeight(page);
    // The page was there before the image was.
    await picture.send();
    await until(async () => (await fittingHeight(page)) > small + 800);
    const shown = await fittingHeight(page);
    await frame.locator('summary').click();
    await until(async () => (await fittingHeight(page)) > shown + 100);
    await frame.locator('summary').press('Enter');
    await until(async () => (await fittingHeight(page)) === shown);
    await page.setViewportSize({ width: 500, height: 700 });
    await until(async () => (await fittingHeight(page)) > shown + 1_000);
    await page.setViewportSize({ width: 1_280, height: 720 });
    await until(async () => (await fittingHeight(page)) === shown);
  });

  it('scrolls with the keys for that, wherever the focus is', async () => {
    const visited = await visit();
    const { page } = visited;
    await show(visited, CHAPTERS);
    await page.frameLocator('iframe').getByRole('heading', { name: 'Chapter 11' }).waitFor();
    const scrolledBy = async (key: string) => {
      const before = await scrollOf(page);
      await page.keyboard.press(key);
      await until(async () => (await scrollOf(page)) > before + 300);
    };
    await scrolledBy('PageDown');
    await page.frameLocator('iframe').getByText('Words.').first().click();
    await scrolledBy('PageDown');
    await scrolledBy('Space');
    await page.keyboard.press('Home');
    await until(async () => (await scrollOf(page)) === 0);
    expectNoFaults(visited);
  });

  it('scrolls to the place that a link within it leads to, and that the address names', async () => {
    const visited = await visit();
    const { page, url } = visited;
    const id = await show(visited, `[Down](#chapter-9)\n\n${CHAPTERS}`);
    const frame = page.frameLocator('iframe');
    await frame.locator('summary').click();
    await frame.getByRole('link', { name: 'Chapter 9' }).click();
    await untilAtTop(page, frame.getByRole('heading', { name: 'Chapter 9' }));
    await page.goto(`${url}/console#/documents/${id}?at=chapter-3`);
    await untilAtTop(page, frame.getByRole('heading', { name: 'Chapter 3' }));
    await page.reload();
    await untilAtTop(page, frame.getByRole('heading', { name: 'Chapter 3' }));
    await page.goto(`${url}/console#/documents/${id}?at=nothing`);
    await frame.getByRole('heading', { name: 'Chapter 3' }).waitFor();
    expect(page.context().pages()).to.have.length(1);
    expectNoFaults(visited);
  });

  it('finds the place in a later part', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    const parts = [140_000, 140_000, 3_000].map((words, n) => `## Part ${n}\n\n${'word '.repeat(words)}`);
    const { id } = await client.createDocument({ title: 'Long', markdown: parts.join('\n\n') });
    await page.goto(`${url}/console#/documents/${id}?at=part-2`);
    await untilAtTop(page, page.frameLocator('iframe').getByRole('heading', { name: 'Part 2' }));
    expectNoFaults(visited);
  });

  it('opens another document in the console, and in a tab of its own with Ctrl', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    const { id: other } = await client.createDocument({ title: 'Other', markdown: CHAPTERS });
    const { id } = await client.createDocument({ title: 'One', blocks: [] });
    const target = `https://docs.example/console#/documents/${other}`;
    const html = `<!doctype html><html><body><p><a target="_top" href="${target}?at=chapter-7">There</a></p></body></html>`;
    await page.route(`**/${id}/view?*`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.goto(`${url}/console#/documents/${id}`);
    const link = page.frameLocator('iframe').getByRole('link', { name: 'There' });
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click({ modifiers: ['Control'] })]);
    await tab.close();
    expect(page.url()).to.match(new RegExp(`${id}$`));
    await link.press('Enter');
    await page.getByRole('heading', { name: 'Other' }).waitFor();
    await untilAtTop(page, page.frameLocator('iframe').getByRole('heading', { name: 'Chapter 7' }));
    expect(page.url()).to.equal(`${url}/console#/documents/${other}?at=chapter-7`);
    await page.goBack();
    await link.waitFor();
  });
});

async function show({ page, client, url }: Visit, markdown: string): Promise<string> {
  const { id } = await client.createDocument({ title: 'Long', markdown });
  await page.goto(`${url}/console#/documents/${id}`);
  return id;
}

/** An image that comes when it is sent. */
function held(page: Page): { send(): Promise<void> } {
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const routed = page.route('https://a.example/**', async (route) => {
    await gate;
    await route.fulfill({ contentType: 'image/svg+xml', body: PICTURE });
  });
  return {
    send: async () => {
      await routed;
      open();
    },
  };
}

const scrollOf = (page: Page) => page.evaluate<number>('scrollY');

/** Of the frame, once nothing in it is out of sight. */
async function fittingHeight(page: Page): Promise<number> {
  const heights = () =>
    page.evaluate<number[]>(`(() => {
      const root = document.querySelector('iframe').contentDocument.documentElement;
      return [root.scrollHeight, root.clientHeight, root.scrollWidth - root.clientWidth];
    })()`);
  await until(async () => {
    const [whole, seen, hidden] = await heights();
    return whole === seen && hidden === 0;
  });
  return (await heights())[0] ?? 0;
}

async function untilAtTop(page: Page, heading: Locator): Promise<void> {
  await heading.waitFor();
  await until(async () => {
    const top = (await heading.boundingBox())?.y ?? -1;
    return top >= 0 && top < 120;
  });
  expect(await scrollOf(page)).to.be.above(0);
}
