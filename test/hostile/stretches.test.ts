/** The instrument that sees how long the main thread runs without a turn, and the worst request found of each kind. */
import { expect } from 'chai';
import { DEAREST_TEXTS, repeated } from '../unit/markdown/dear-texts.js';
import { medianOf } from '../support/median.js';
import { embeddedStorage } from '../support/modes.js';
import { imagesOf, linksToKeys, LONGEST_TITLE, METADATA } from './support/dear-content.js';
import { DearStore, SMALL_STORE } from './support/dear-store.js';
import { inWords, isOver, tryRow } from './support/try-row.js';
import { describeStretches, WatchedTarget } from './support/watched-target.js';
import { DEAR_WORDS, plantWords, wordSearchPath } from './support/word-attacks.js';
import type { Sent } from '../http/exchange.js';

const SETUP_MS = 60_000;
const BLOCKED_MS = 80;
/** The kernel adds up at its ticks, of which one may be missed at each end. */
const MISSED_MS = 20;
const STILL_MS = 50;
const DOCUMENTS_OF_WORDS = 500;
const SETTINGS = { VIEWER_PER_MINUTE: '1000000' };

/** A module that keeps the main thread busy for some CPU time when it is told to. */
const BLOCKS = `data:text/javascript,${encodeURIComponent(`
  process.on('SIGUSR2', () => {
    const since = process.cpuUsage().user;
    while (process.cpuUsage().user - since < ${BLOCKED_MS * 1_000});
  });
`)}`;

describeStretches('hostile: the watch over the main thread', () => {
  let watched: WatchedTarget;
  before(async () => {
    watched = await WatchedTarget.start(await embeddedStorage(), { preload: [BLOCKS] });
  });
  after(() => watched.dispose());

  it('sees a stretch of 80 ms', async () => {
    const longest = await watched.longestDuring(async () => {
      process.kill(watched.target.pid, 'SIGUSR2');
      await watched.target.probe();
    });
    expect(longest).to.be.above(BLOCKED_MS - MISSED_MS);
  });

  it('sees none where there is none', async () => {
    for (let n = 0; n < 20; n++) await watched.target.probe();
    const tries: number[] = [];
    for (let n = 0; n < 3; n++) tries.push(await watched.longestDuring(() => watched.target.probe()));
    expect(medianOf(tries)).to.be.below(STILL_MS);
  });
});

/** Short ones are converted in the main thread. */
const SHORT = 16_000;
const LONG = 10 * 1024 * 1024 - 1_000;
const DEAR_FILES: readonly [name: string, text: string][] = [
  ...[...DEAREST_TEXTS.entries()].map(([at, [, textOf]]): [string, string] => [
    `16 KB, dear ${at}`,
    textOf(SHORT).slice(0, SHORT),
  ]),
  ['16 KB of paragraphs', repeated('a\n\n', SHORT)],
  ['16 KB of front matter', `---\na: [${repeated('{b: 1.0}, ', SHORT - 20)}]\n---\n`],
  ['10 MB of open footnotes', repeated('[^', LONG)],
  ['10 MB of lists', repeated('- a\n', LONG)],
  ['10 MB of blank lines within a list', `- a${repeated('\n ', LONG - 10)}\n\n  b`],
  ['10 MB of front matter', `---\na: [${repeated('{b: 1.0}, ', LONG - 20)}]\n---\n`],
  ['10 MB of control characters', repeated('\u0001', LONG)],
  ['10 MB of text', repeated(`${'word '.repeat(400)}\n\n`, LONG)],
];
/** As much as is read. */
const DEAR_FRONT = `---\ndraft: true\na: [${repeated('{b: 1.0}, ', 200_000)}]\n---\n`;
const file = (body: string, path = '/v1/documents') => ({
  method: 'POST',
  path: `${path}?title=x`,
  body,
  headers: { 'Content-Type': 'text/markdown' },
});

/** As long as is formatted. */
const PARAGRAPH = 99_000;
const linked = async (store: DearStore, markdown: string) => ({
  path: `/v1/documents/by-key/${encodeURIComponent(await store.putNew({ markdown, title: 'x' }))}/view`,
});
/** Each to a place of its own, so that none is written twice. */
const manyLinks = (begin: string) =>
  Array.from({ length: PARAGRAPH / 11 }, (_, at) => `[${begin}](b#${at})`)
    .join('')
    .slice(0, PARAGRAPH);

/** The dearest of each kind. All others are in `every-route.cpu.test.ts`. */
const WORST: Readonly<Record<string, (store: DearStore) => Promise<Partial<Sent> & { path: string }>>> = {
  'a list of heavy documents': async () => ({ path: '/v1/documents?limit=200' }),
  'a list by the beginning of a key': async () => ({ path: '/v1/documents?key_prefix=zz' }),
  'a list of all folders below one': async ({ twins }) => ({
    path: `/v1/documents?folder_id=${twins[1]}&recursive=true&limit=200`,
  }),
  'a search for heavy documents': async () => ({ path: '/v1/documents/search?q=a%20heavy&limit=50' }),
  ...Object.fromEntries(
    Object.entries(DEAR_WORDS).map(([name, text]) => [
      `a search for ${name}`,
      async () => ({ path: wordSearchPath(text) }),
    ]),
  ),
  'a page of links with long hosts': async (store) => ({ path: `/d/${await store.createDear('links of long hosts')}` }),
  'a page of links to 500 keys, each of which may mean six': (store) => linked(store, linksToKeys()),
  'a page of 10 MB of links': (store) =>
    linked(store, Array.from({ length: 100 }, (_, at) => manyLinks(`${at}`)).join('\n\n')),
  'a page of 1,000 images': async (store) => ({
    path: await store.pageByKey({ markdown: imagesOf(store.assets), assets: store.assets }),
  }),
  'a page of links to headings of 10,000': (store) =>
    linked(store, Array.from({ length: 9_999 }, (_, at) => `# ${at} {#h${at}}`).join('\n')),
  'a Markdown file of a long host': async (store) => ({
    path: `/d/${await store.createDear('an image of one long host')}.md`,
  }),
  'a write of many tags and a long title': async () => ({
    method: 'POST',
    path: '/v1/documents',
    body: JSON.stringify({ title: LONGEST_TITLE, blocks: [], metadata: METADATA.tags() }),
  }),
  ...Object.fromEntries(DEAR_FILES.map(([name, text]) => [`a file of ${name}`, async () => file(text)])),
  'a file of 10 MB that is there already': async (store) => {
    // As a string of JSON it is larger.
    const body = DEAR_FILES.at(-1)![1].slice(0, 10_000_000);
    const key = await store.putNew({ markdown: body, title: 'x' });
    const path = `/v1/documents/by-key/${encodeURIComponent(key)}?title=x`;
    return { method: 'PUT', path, body, headers: { 'Content-Type': 'text/markdown' } };
  },
  ...Object.fromEntries(
    DEAR_FILES.filter(([name]) => name.startsWith('10 MB')).map(([name, text]) => [
      `a preview of ${name}`,
      async () => file(text, '/v1/preview'),
    ]),
  ),
  'a file of 10 MB of HTML': async () => {
    const { path, ...sent } = file(`${DEAR_FRONT}${repeated('<p>word', LONG - DEAR_FRONT.length)}`);
    return { ...sent, path: `${path}&content_type=html`, headers: { 'Content-Type': 'text/html' } };
  },
  'the file of a draft of 10 MB, kept by a PATCH': async (store) => {
    const markdown = `${DEAR_FRONT}${'word '.repeat(1_500_000)}`;
    const key = await store.putNew({ markdown, title: 'x' });
    const path = `/v1/documents/by-key/${encodeURIComponent(key)}`;
    const { text } = await store.target.get(path, { 'X-API-Key': store.key });
    const { id } = JSON.parse(text) as { id: string };
    return { method: 'PATCH', path: `/v1/documents/${id}`, body: '{"visibility":"public"}' };
  },
  'a source of 10 MB': async (store) => {
    const key = await store.putNew({ markdown: DEAR_FILES.at(-1)?.[1].slice(0, 10_000_000), title: 'x' });
    return { path: `/v1/documents/by-key/${encodeURIComponent(key)}`, headers: { Accept: 'text/markdown' } };
  },
};

describeStretches('hostile: the worst requests found', () => {
  let watched: WatchedTarget;
  let store: DearStore;
  before(async function () {
    this.timeout(SETUP_MS);
    watched = await WatchedTarget.start(await embeddedStorage(), { settings: SETTINGS });
    store = await DearStore.make(watched.target, SMALL_STORE);
    await plantWords(watched.target.url, store.key, DOCUMENTS_OF_WORDS);
  });
  after(() => watched.dispose());

  for (const [name, request] of Object.entries(WORST)) {
    it(`are answered in short stretches: ${name}`, async () => {
      const make = async (): Promise<Sent> => {
        const { method = 'GET', path, body, headers: own } = await request(store);
        const type = body !== undefined && { 'Content-Type': 'application/json' };
        const headers = { 'X-API-Key': store.key, ...type, ...own };
        return { method, path, headers, body };
      };
      const figures = await tryRow(watched, store, { name, make });
      if (/^a page|PATCH$/.test(name)) expect(new Set(figures.statuses)).to.deep.equal(new Set([200]));
      expect(isOver(figures), inWords(figures)).to.equal(false);
    });
  }
});
