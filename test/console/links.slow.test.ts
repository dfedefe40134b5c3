// Slow: opens a page of Chromium for each test.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { until } from '../support/until.js';
import { describeConsole, expectNoFaults, type Visit } from './support/suite.js';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const LONG = `\n\n\`\`\`\n${'x'.repeat(900_000)}\n\`\`\`\n\n`;
/** A small directory, as it is pushed. */
const FILES = {
  'README.md':
    '# Start\n\n[Guide](docs/guide.md) [Top](#start) [Setup](docs/guide.md#Set-Up) [Far](docs/guide.md#last) [Named](docs/guide.md#OWN) [Old](docs/guide.md#Old) [None](none.md)\n',
  'docs/guide.md': `# Guide\n\n[Home](../README.md) [API](api/) [Last](#last) [Custom](#own)\n\n${'text\n\n'.repeat(200)}## Set up\n\nHere.\n\n## Named {#Own}\n${LONG}## <a name="Old"></a>Middle\n${LONG}## Last\n\n[First](#set-up) [Root](/README.md)\n`,
  'docs/api/README.md': '# API\n\n[Guide](../guide) [Encoded](../two%20words.md)\n',
  'docs/two words.md': '# Two words\n\n[API](api/README.md?plain=1#api)\n',
} as const;

async function push(
  { client }: Visit,
  visibility: 'public' | 'private' = 'public',
): Promise<Partial<Record<string, string>>> {
  const ids: Partial<Record<string, string>> = {};
  for (const [path, markdown] of Object.entries(FILES)) {
    const { id } = await client.putDocument(`tree/${path}`, { markdown, visibility, root: 'tree/' });
    ids[path] = id;
  }
  return ids;
}

describeConsole('the links of a public page', ({ visit }) => {
  it('are followed from page to page', async () => {
    const visited = await visit({ signIn: false });
    const ids = await push(visited);
    const { page, url } = visited;
    await page.goto(`${url}/d/${ids['README.md']}`);
    const follow = async (name: string, path: keyof typeof FILES, rest = '') => {
      await page.getByRole('link', { name, exact: true }).click();
      await page.waitForURL(`${url}/d/${ids[path]}${rest}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    };
    expect(await page.getByText('None').getAttribute('href')).to.equal(null);
    await follow('Top', 'README.md', '#start');
    await follow('Guide', 'docs/guide.md');
    await follow('API', 'docs/api/README.md');
    await follow('Encoded', 'docs/two words.md');
    await follow('API', 'docs/api/README.md', '#api');
    await follow('Guide', 'docs/guide.md');
    await follow('Home', 'README.md');
    expectNoFaults(visited);
  });

  it('are images where they name files of the version', async () => {
    const visited = await visit({ signIn: false });
    const { page, url, client } = visited;
    const bytes = Buffer.from(PNG, 'base64');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await client.putAsset(sha256, bytes);
    const content = { markdown: '# Image\n\n![dot](img/a%20b.png)\n', visibility: 'public' as const };
    const { id } = await client.putDocument('tree/image.md', { ...content, assets: { 'img/a b.png': sha256 } });
    await page.goto(`${url}/d/${id}`);
    await until(() => page.evaluate<boolean>(`document.querySelector('img[alt=dot]')?.naturalWidth === 1`));
    expectNoFaults(visited);
  });

  it('lead to headings, of the same part and of others', async () => {
    const visited = await visit({ signIn: false });
    const ids = await push(visited);
    const { page, url } = visited;
    await page.goto(`${url}/d/${ids['README.md']}`);
    const follow = async (name: string, heading: string, rest: string) => {
      await page.getByRole('link', { name, exact: true }).click();
      await page.waitForURL(`${url}/d/${ids['docs/guide.md']}${rest}`);
      await page.locator(':target').waitFor({ state: 'attached' });
      const box = await page.getByRole('heading', { level: 2, name: heading, exact: true }).boundingBox();
      expect(box?.y).to.be.within(0, 720);
    };
    await follow('Setup', 'Set up', '#set-up');
    for (const [name, heading, rest] of [
      ['Far', 'Last', '?part=2#last'],
      ['Named', 'Named', '#Own'],
      ['Old', 'Middle', '#Old'],
    ] as const) {
      await page.goto(`${url}/d/${ids['README.md']}`);
      await follow(name, heading, rest);
    }
    await page.goto(`${url}/d/${ids['docs/guide.md']}`);
    await follow('Custom', 'Named', '#Own');
    await follow('Last', 'Last', '?part=2#last');
    await follow('First', 'Set up', '#set-up');
    expectNoFaults(visited);
  });
});

describeConsole('the links of a page in the console', ({ visit }) => {
  it('are followed from document to document, to headings too', async () => {
    const visited = await visit();
    const ids = await push(visited, 'private');
    const { page, url } = visited;
    await page.goto(`${url}/console#/documents/${ids['README.md']}`);
    const follow = async (name: string, path: keyof typeof FILES, title: string, at = '') => {
      await page.frameLocator('iframe').getByRole('link', { name, exact: true }).click();
      await page.waitForURL(`${url}/console#/documents/${ids[path]}${at}`);
      await page.frameLocator('iframe').getByRole('heading', { level: 1, name: title }).waitFor();
    };
    expect(await page.frameLocator('iframe').getByText('None').getAttribute('title')).to.equal(
      'There is no document of the key tree/none.md',
    );
    await follow('Guide', 'docs/guide.md', 'Guide');
    await follow('API', 'docs/api/README.md', 'API');
    await follow('Encoded', 'docs/two words.md', 'Two words');
    await follow('API', 'docs/api/README.md', 'API', '?at=api');
    for (const [name, at, shown] of [
      ['Setup', 'Set-Up', 'Set up'],
      ['Far', 'last', 'Last'],
      ['Named', 'OWN', 'Named'],
    ] as const) {
      await page.goto(`${url}/console#/documents/${ids['README.md']}`);
      await follow(name, 'docs/guide.md', 'Guide', `?at=${at}`);
      const heading = page.frameLocator('iframe').getByRole('heading', { name: shown, exact: true });
      await until(
        async () => ((await heading.boundingBox())?.y ?? -1) >= 0 && ((await heading.boundingBox())?.y ?? 0) < 720,
      );
    }
    expectNoFaults(visited);
  });
});
