// Slow: opens a page of Chromium for each test.
import { expect } from 'chai';
import { until } from '../support/until.js';
import { describeConsole, expectNoFaults, rowLink, type Visit } from './support/suite.js';

describeConsole('a folder with much in it', ({ visit }) => {
  it('says how much it shows, and whether more follows', async () => {
    const visited = await visit();
    const { page } = visited;
    await placed(visited);
    await page.getByText('32 folders, 50 or more documents', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('32 folders, 52 documents', { exact: true }).waitFor();
    await page.locator('.sidebar').getByRole('link', { name: 'All documents' }).click();
    await page.getByText('50 or more documents', { exact: true }).waitFor();
    expectNoFaults(visited);
  });

  it('shows all by the keyboard alone, and a folder in it where it was after a way back', async () => {
    const visited = await visit();
    const { page } = visited;
    await placed(visited);
    await rowLink(page, 'Part 29').focus();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await until(async () => (await focused(page)) === 'Part 30');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Part 30' }).waitFor();
    await page.locator('.sidebar [aria-current]', { hasText: 'Part 30' }).waitFor();
    await page.goBack();
    await until(async () => (await focused(page)) === 'Part 30');
    await rowLink(page, 'Note 49').focus();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await until(async () => (await focused(page)) === 'Note 50');
    expectNoFaults(visited);
  });

  it('keeps the place of the focus when its row is moved away', async () => {
    const visited = await visit();
    const { page } = visited;
    await placed(visited);
    for (const [name, next] of [
      ['Part 07', 'Part 08'],
      ['Note 07', 'Note 08'],
    ] as const) {
      await page.getByRole('button', { name: `Move “${name}”` }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Top level' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click();
      await rowLink(page, name).waitFor({ state: 'detached' });
      await until(async () => (await focused(page)) === next);
    }
    expectNoFaults(visited);
  });

  it('shows its folders also while they are read again', async () => {
    const visited = await visit();
    const { page } = visited;
    await placed(visited);
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    await page.route('**/v1/folders?*', async (route) => {
      await gate;
      await route.continue();
    });
    const read = page.waitForRequest('**/v1/folders?*');
    await page.getByRole('button', { name: 'Rename “Part 07”' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Name', { exact: true }).fill('Part 07, renamed');
    await page.keyboard.press('Enter');
    await read;
    expect(await rowLink(page, 'Part 08').count()).to.equal(1);
    open();
    await rowLink(page, 'Part 07, renamed').waitFor();
    expectNoFaults(visited);
  });

  it('is in sight in the tree', async () => {
    const visited = await visit();
    const { page, client, url } = visited;
    const { id } = await client.createFolder({ name: 'Zeta' });
    await placed(visited);
    await page.getByRole('button', { name: 'Folders in Much' }).click();
    await page.locator('.sidebar').getByRole('link', { name: 'Part 31' }).waitFor();
    await page.goto(`${url}/console#/folders/${id}`);
    await page.getByRole('heading', { name: 'Zeta' }).waitFor();
    const below = `(() => {
      const bottom = (selector) => document.querySelector(selector).getBoundingClientRect().bottom;
      return bottom('.folders [aria-current]') - bottom('.folders');
    })()`;
    await until(async () => (await page.evaluate<number>(below)) < 1);
    expectNoFaults(visited);
  });
});

/** The page shows a folder with 32 folders and 52 documents after this. */
async function placed({ client, page, url }: Visit): Promise<void> {
  const { id } = await client.createFolder({ name: 'Much' });
  const names = (word: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${word} ${String(n).padStart(2, '0')}`);
  await Promise.all(names('Part', 32).map((name) => client.createFolder({ name, parent_id: id })));
  const writes = names('Note', 52).map((title) => ({
    op: 'create' as const,
    document: { title, folder_id: id, blocks: [] },
  }));
  for await (const { status } of client.bulk(writes)) expect(status).to.equal(201);
  await page.goto(`${url}/console#/folders/${id}`);
  await page.reload();
  await rowLink(page, 'Part 00').waitFor();
  await rowLink(page, 'Note 49').waitFor();
}

function focused(page: Visit['page']): Promise<string> {
  return page.evaluate('document.activeElement.textContent.trim()');
}
