// Slow: opens pages of Chromium.
/** The pages that need no key, as a browser shows and prints them. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { describeConsole, type Visit } from './support/suite.js';

/** A4 without margins of 2 cm, at 96 pixels an inch. */
const PAPER = { width: 642, height: 971 };
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitaen';

describeConsole('pages without a key', ({ visit }) => {
  it('break no rule of their own policy, not even for their icon, over plain http', async () => {
    const { page, url, client } = await visit({ signIn: false });
    const document = { title: 'Shown', visibility: 'public' as const };
    const { id } = await client.createDocument({ ...document, blocks: [{ type: 'paragraph', content: 'Words.' }] });
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    const icons = new Set<string>();
    page.on('requestfinished', (request) => request.url().includes('favicon') && icons.add(page.url()));
    const paths = [`/d/${id}`, '/d/nothing', '/docs', '/console', '/', `/d/${id}.md`, `/d/${id}.json`];
    for (const path of paths) await show(page, `${url}${path}`);
    expect(said.filter((text) => !text.includes('404'))).to.deep.equal([]);
    for (const path of paths.slice(0, 3)) expect([...icons], path).to.include(`${url}${path}`);
  });

  for (const columns of [2, 4, 7, 8, 13, 40]) {
    it(`print every column of a table with ${columns}`, async () => {
      const visited = await visit({ signIn: false, browsing: { viewport: PAPER } });
      const { page } = visited;
      await page.emulateMedia({ media: 'print' });
      await page.goto(await publish(visited, columns));
      const rights: number[] = await page.evaluate(
        "[...document.querySelectorAll('th, td')].map((cell) => cell.getBoundingClientRect().right)",
      );
      expect(rights).to.have.length(3 * columns);
      expect(Math.max(...rights)).to.be.at.most(PAPER.width);
      // Nothing sticks out of its cell either.
      const overhangs: number[] = await page.evaluate(
        "[...document.querySelectorAll('th, td')].map((cell) => cell.scrollWidth - cell.clientWidth)",
      );
      expect(Math.max(...overhangs)).to.be.at.most(0);
    });
  }
});

/** Until the page has asked for all that it asks for. */
async function show(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForLoadState('networkidle');
}

async function publish({ client, url }: Visit, columns: number): Promise<string> {
  const row = (cell: (column: number) => string) =>
    `| ${Array.from({ length: columns }, (_, column) => cell(column)).join(' | ')} |`;
  const content = [
    row((column) => `Heading ${column}`),
    row(() => '---'),
    row(() => LONG_WORD),
    row((column) =>
      column === 0 ? 'Some words that are many and want much room in one column alone.' : String(column),
    ),
  ].join('\n');
  const { id } = await client.createDocument({
    title: 'Wide',
    visibility: 'public',
    blocks: [{ type: 'table', content }],
  });
  return `${url}/d/${id}`;
}
