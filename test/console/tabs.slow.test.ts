// Slow: opens pages of Chromium.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { describeConsole, expectNoFaults, type Visit } from './support/suite.js';

describeConsole('tabs', ({ visit }) => {
  it('get the key from an open one, and store it nowhere else', async () => {
    const visited = await visit();
    const { page, client, key } = visited;
    await client.createDocument({ title: 'Winter', blocks: [{ type: 'paragraph', content: 'Snow.' }] });
    await page.reload();
    const link = page.getByRole('link', { name: 'Winter' });
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click({ modifiers: ['Control'] })]);
    await tab.frameLocator('iframe').getByText('Snow.').waitFor();
    expect(await tab.evaluate('JSON.stringify(localStorage) + document.cookie')).to.equal('{}');
    expect(await tab.evaluate('sessionStorage.getItem("quire.key")')).to.equal(key);
    expectNoFaults(visited);
  });

  it('are signed out together, and keep their drafts', async () => {
    const visited = await visit();
    const { page } = visited;
    const tab = await openTab(visited, '#/new');
    await tab.getByLabel('Markdown').fill('Half a');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await tab.getByText('You have signed out in another tab').waitFor();
    expect(await tab.evaluate('JSON.stringify(sessionStorage)'))
      .to.contain('Half a')
      .and.not.to.contain(visited.key);
    const later = await openTab(visited, '#/');
    await later.getByLabel('Your API key').waitFor();
    expectNoFaults(visited);
  });

  it('do not take a key again after a sign-out', async () => {
    const visited = await visit();
    const other = await visit({ signIn: false });
    const { page } = visited;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Your API key').waitFor();
    const tab = await openTab(visited, '#/');
    await tab.getByLabel('Your API key').fill(other.key);
    await tab.keyboard.press('Enter');
    await tab.locator('.shell').waitFor();
    // It gets the key from that tab.
    await (await openTab(visited, '#/')).locator('.shell').waitFor();
    expect(await page.getByLabel('Your API key').count()).to.equal(1);
  });
});

async function openTab({ page, url }: Visit, hash: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(`${url}/console${hash}`);
  return tab;
}
