// Slow: opens a page of Chromium for each test.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { describeCluster } from '../support/backends.js';
import { clusterStorage, embeddedStorage } from '../support/modes.js';
import { startServiceProcess } from '../support/service-process.js';
import { startPrepared } from '../http/suite.js';
import { describeConsole, expectNoFaults, open, signInto, type Visit } from './support/suite.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const paragraph = (content: string) => ({ type: 'paragraph' as const, content });

describeConsole('a lost service', ({ browser }) => {
  it('is said in plain words, and what was written is saved when the service is back', async () => {
    const storage = await embeddedStorage();
    const context = await browser().newContext();
    let service = await startServiceProcess(storage.env);
    try {
      const { url } = service;
      const visited = await open(context, { url, storage });
      const { page, client } = visited;
      const { id } = await client.createDocument({ title: 'Kept', blocks: [paragraph('Before.')] });
      await page.goto(`${url}/console#/documents/${id}/edit`);
      await signInto(visited);
      await page.getByLabel('Markdown').fill('Written while it was away.\n');
      await service.stop();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('alert').getByText('The service does not answer').waitFor();
      expect(await page.getByLabel('Markdown').inputValue()).to.contain('while it was away');
      await page.goto(`${url}/console#/limits`);
      await page.getByRole('alert').getByText('The service does not answer').waitFor();
      service = await startServiceProcess({ ...storage.env, PORT: new URL(url).port });
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('Requests this minute').waitFor();
      await page.goBack();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.frameLocator('iframe').getByText('Written while it was away.').waitFor();
      expect((await client.getDocument(id)).etag).to.equal('"2"');
      expect(visited.faults).to.deep.equal([]);
    } finally {
      await context.close();
      await service.stop();
      await storage.dispose();
    }
  });
});

describeConsole('for everybody', ({ visit }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [375, 1280]) {
      it(`has no fault that axe finds, and fits ${width} pixels, ${colorScheme}`, async () => {
        const viewport = { width, height: 800 };
        const visited = await visit({ signIn: false, browsing: { viewport, colorScheme } });
        const { page, url } = visited;
        await page.addInitScript({ content: AXE });
        await page.reload();
        await expectAccessible(visited, 'button');
        const { id, folder } = await twoVersions(visited);
        await signInto(visited);
        const pages = {
          '': '.documents',
          [`folders/${folder}`]: '.empty',
          'search?q=win': '.documents',
          [`documents/${id}/versions/1`]: '.old-version',
          [`documents/${id}/compare/1/2`]: '.sides',
          [`documents/${id}/edit`]: 'textarea',
          limits: 'meter',
        };
        for (const [hash, shown] of Object.entries(pages)) {
          await page.goto(`${url}/console#/${hash}`);
          await expectAccessible(visited, shown);
        }
        await page.goto(`${url}/console#/documents/${id}`);
        await page.getByRole('button', { name: 'Move “Winter”' }).click();
        await expectAccessible(visited, 'dialog .entry');
        await page.getByRole('button', { name: 'Top level' }).click();
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('button', { name: 'Rename “Winter”' }).click();
        await page.getByLabel('Title', { exact: true }).fill('Spring');
        await page.keyboard.press('Enter');
        await expectAccessible(visited, '.toast');
        expectNoFaults(visited);
      });
    }
  }

  it('is used by the keyboard alone', async () => {
    const visited = await visit();
    const { page, client } = visited;
    const work = await client.createFolder({ name: 'Work' });
    const plans = await client.createFolder({ name: 'Plans', parent_id: work.id });
    await client.createDocument({ title: 'Inside', folder_id: plans.id, blocks: [paragraph('Words.')] });
    await page.reload();
    await page.getByRole('link', { name: 'Work', exact: true }).waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).to.equal('Skip to the content');
    await tabTo(page, 'Folders in Work');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Plans', exact: true }).waitFor();
    await tabTo(page, 'Plans');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Plans' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).to.equal('main');
    await tabTo(page, 'Inside');
    await page.keyboard.press('Enter');
    await page.frameLocator('iframe').getByText('Words.').waitFor();
    await page.goBack();
    await tabTo(page, 'New folder');
    await page.keyboard.press('Enter');
    await page.getByLabel('Name', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    expect(await focused(page)).to.equal('New folder');
  });
});

describeCluster('console on a cluster', () => {
  describeConsole('in cluster mode', ({ browser }) => {
    it('signs in, shows a document, and finds it', async () => {
      const api = await startPrepared(await clusterStorage());
      const context = await browser().newContext();
      try {
        const visited = await open(context, api);
        const { page, client, url } = visited;
        await client.createDocument({ title: 'Harbour', blocks: [paragraph('Boats.')] });
        await page.goto(`${url}/console`);
        await signInto(visited);
        await page.getByRole('link', { name: 'Harbour' }).click();
        await page.frameLocator('iframe').getByText('Boats.').waitFor();
        await page.getByRole('searchbox').fill('har');
        await page.getByText('1 document', { exact: true }).waitFor();
        expectNoFaults(visited);
      } finally {
        await context.close();
        await api.close();
      }
    });
  });
});

type Violation = { id: string; nodes: { target: string[] }[] };

async function expectAccessible({ page }: Visit, shown: string): Promise<void> {
  await page.locator(shown).first().waitFor();
  const violations: Violation[] = await page.evaluate('axe.run().then(({ violations }) => violations)');
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  expect(told, page.url()).to.deep.equal([]);
  const overhang = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(overhang, `${page.url()} is too wide by`).to.be.at.most(0);
}

async function twoVersions({ client }: Visit): Promise<{ id: string; folder: string }> {
  const { id: folder } = await client.createFolder({ name: 'A folder with a rather long name, for narrow windows' });
  const metadata = { tags: ['one', 'two'] };
  const document = { title: 'Winter', metadata, visibility: 'public' as const };
  const { id } = await client.createDocument({ ...document, blocks: [paragraph('Freezes in January.')] });
  const changed = { tags: ['one', 'three'], author: 'Ann' };
  const blocks = [paragraph('Freezes in February.'), paragraph('New.')];
  await client.pushVersion(id, { ...document, metadata: changed, blocks });
  return { id, folder };
}

function focused(page: Visit['page']): Promise<string> {
  return page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()');
}

async function tabTo(page: Visit['page'], name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no press of Tab leads to ${name}`);
}
