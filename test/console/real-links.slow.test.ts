// Slow: fetches packages, pushes hundreds of files, and opens pages of Chromium.
import { cp } from 'node:fs/promises';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { runQuire } from '../../scripts/corpus/run-quire.js';
import type { Source } from '../../scripts/corpus/sources.js';
import { createClient } from '../../src/client/client.js';
import { startApi, type Api } from '../http/suite.js';
import { issueKey } from '../support/issue-key.js';
import { embeddedStorage } from '../support/modes.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { followInBrowser, type Followed } from './real-links/follow.js';
import { Proof, type Count, type Tally } from './real-links/proof.js';
import { gatherAll, SOURCES } from './real-links/sources.js';
import { chromiumOfTests } from './support/chromium.js';
import { allOf } from './support/suite.js';

const GATHER_MS = 300_000;
const SOURCE_MS = 240_000;
const SETTINGS = { VIEWER_PER_MINUTE: '100000', RENDERINGS_PER_MINUTE: '100000' };

type Figures = { name: string; pages: number; tally: Tally; seen: Followed };

describe('console: the links of real repositories', () => {
  const figures: Figures[] = [];
  let folders: ReadonlyMap<Source, string> = new Map();
  let api: Api | undefined;
  let browser: Browser | undefined;
  before(async function () {
    this.timeout(GATHER_MS);
    browser = await chromiumOfTests();
    if (!browser) return this.skip();
    folders = await gatherAll(AbortSignal.timeout(GATHER_MS));
    api = await startApi(await embeddedStorage(), { settings: SETTINGS });
    await api.prepared;
  });
  after(async () => {
    for (const each of figures) process.stdout.write(`      ${lineOf(each)}\n`);
    await browser?.close();
    await api?.close();
  });

  for (const source of SOURCES) {
    it(`lead where they do on GitHub, and images are shown: ${source.name} (${source.dialect})`, async function () {
      const folder = folders.get(source);
      if (!api || !browser || folder === undefined) return this.skip();
      const copy = temporaryFolder();
      await cp(folder, copy, { recursive: true });
      const documents = await pushed(source, { folder: copy, api });
      const { pages, tally, faults } = await Proof.of({ folder: copy, url: api.url, documents });
      const seen = await followInBrowser(browser, pages.values());
      figures.push({ name: source.name, pages: pages.size, tally, seen });
      expect([...faults, ...seen.faults]).to.deep.equal([]);
      expect(tally.links.written + tally.others.works).to.be.greaterThan(0);
    }).timeout(SOURCE_MS);
  }
});

/** Identifiers by path. */
async function pushed(source: Source, { folder, api }: { folder: string; api: Api }): Promise<Map<string, string>> {
  const key = await issueKey(api.storage.env);
  const signal = AbortSignal.timeout(SOURCE_MS);
  const env = { QUIRE_URL: api.url, QUIRE_API_KEY: key };
  await runQuire(['push', folder, '--to', `/${source.name}`, '--visibility', 'public'], { env, signal });
  const documents = await allOf(createClient({ url: api.url, apiKey: key }).listDocuments({ limit: 200 }));
  return new Map(documents.map(({ key: path, id }) => [(path ?? '').slice(source.name.length + 1), id]));
}

function lineOf({ name, pages, tally: { links, anchors, images, others }, seen }: Figures): string {
  const share = ({ works, written }: Count) => `${works} of ${written}`;
  return (
    `${name}: ${pages} pages; links ${share(links)}, ${share(anchors)} to headings; images ${share(images)}; ` +
    `${others.written} links to no pushed file as written, ${others.works} others that lead to pages; ` +
    `in Chromium ${seen.links} links and ${seen.images} images of ${seen.pages} pages`
  );
}
