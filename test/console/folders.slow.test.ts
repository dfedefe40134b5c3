// Slow: opens a page of Chromium.
import { expect } from 'chai';
import type { Request } from 'playwright-core';
import { describeConsole, expectNoFaults, signInto } from './support/suite.js';

describeConsole('the search for a folder', ({ visit }) => {
  it('ends when its page is left', async () => {
    const visited = await visit({ signIn: false });
    const { page, client, url } = visited;
    const work = await client.createFolder({ name: 'Work' });
    const plans = await client.createFolder({ name: 'Plans', parent_id: work.id });
    const isSearch = (request: Request) => request.url().includes(`parent_id=${work.id}`);
    let release = () => {};
    await page.route(`**/v1/folders*parent_id=${work.id}*`, (route) => {
      release = () => void route.continue();
    });
    const asked = page.waitForRequest(isSearch);
    const ended = Promise.race([
      page.waitForEvent('requestfailed', isSearch).then(() => 'cancelled'),
      page.waitForEvent('requestfinished', isSearch).then(() => 'answered'),
    ]);
    await page.goto(`${url}/console#/folders/${plans.id}`);
    await signInto(visited);
    await asked;
    await page.getByRole('link', { name: 'Limits' }).click();
    await page.getByText('Requests this minute').waitFor();
    release();
    expect(await ended).to.equal('cancelled');
    expectNoFaults(visited);
  });
});
