import { hash } from 'node:crypto';
import { exchange } from '../../http/exchange.js';
import { post } from './post.js';
import { holding, type Attack, type AttackTarget } from './attacks.js';
import { cjk, imagesOf, linksToKeys, LONGEST_TITLE, METADATA } from './dear-content.js';
import { DEAREST_TEXTS } from '../../unit/markdown/dear-texts.js';
import { ASSET_BYTES, ASSET_HASHES, namedAssets, type DearStore } from './dear-store.js';
import { MIB } from './figures.js';
import { head } from './wire.js';
import { floodWithWords, WORDS } from './word-attacks.js';

/** Between the beginnings of two requests of one key, with the pause that follows each turn. */
const FREE_MS = 2_750;
const PRO_MS = 350;
/** A stranger may ask for far more pages. */
const STRANGER_MS = 2_750;
/** Of a file, with what stands before its text. */
const LARGEST = 10 * MIB - 1_024;
const CONNECTIONS = 24;
const FLOOD_MS = 1_500;
/** As many and as much as a form may have. */
const FILES_OF_FORM = 100;
const FILE_BYTES = MIB / 2 - 1_024;

/** Begins a request, and does not wait for its answer: who attacks does not. */
function every(milliseconds: number, request: Attack): Attack {
  return async (at) => {
    void request(at).catch(() => undefined);
    await pause(milliseconds);
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

const turns = new Map<string, number>();

/** Each of the paths prepared for it, in turn. */
const askFor = (name: string, asked: Record<string, string> = {}): Attack => {
  return ({ url, key, paths }: AttackTarget) => {
    const all = paths?.[name] ?? [];
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    const path = all[turn % all.length] as string;
    const headers = path.startsWith('/d/') ? {} : { 'X-API-Key': key, ...asked };
    return exchange(url, { method: 'GET', path, headers });
  };
};

/** The dearest of all sizes, as drafts that ask to be public. */
const DEAR_FILES = DEAREST_TEXTS.map(([, textOf]) => once(() => `---\ndraft: true\n---\n${largest(textOf)}`));

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}

function largest(textOf: (length: number) => string): string {
  const ofMiB = textOf(MIB);
  return textOf(Math.ceil((LARGEST * MIB) / ofMiB.length)).slice(0, LARGEST);
}

let fileTurn = 0;

function putDearFile({ url, key }: AttackTarget): Promise<unknown> {
  const turn = fileTurn++;
  const body = DEAR_FILES[turn % DEAR_FILES.length]!();
  const headers = { 'X-API-Key': key, 'Content-Type': 'text/markdown', 'Content-Length': Buffer.byteLength(body) };
  const path = `/v1/documents/by-key/dear/${turn}?visibility=public`;
  return exchange(url, { method: 'PUT', path, headers, body });
}

let uploadTurn = 0;

const newUpload = (bytes: number) => Buffer.alloc(bytes, `upload ${Date.now()} ${uploadTurn++} `);

function putAsset({ url, key }: AttackTarget): Promise<unknown> {
  const body = newUpload(ASSET_BYTES);
  const headers = { 'X-API-Key': key, 'Content-Length': body.length };
  return exchange(url, { method: 'PUT', path: `/v1/assets/${hash('sha256', body, 'hex')}`, headers, body });
}

function postForm({ url, key }: AttackTarget): Promise<unknown> {
  const parts = Array.from({ length: FILES_OF_FORM }, (_, n) => [
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="${n}"; filename="${n}"\r\n\r\n`),
    newUpload(FILE_BYTES),
    Buffer.from('\r\n'),
  ]);
  const body = Buffer.concat([...parts.flat(), Buffer.from('--b--\r\n')]);
  const type = 'multipart/form-data; boundary=b';
  const headers = { 'X-API-Key': key, 'Content-Type': type, 'Content-Length': body.length };
  return exchange(url, { method: 'POST', path: '/v1/assets', headers, body });
}

function withholdUploads({ url, key }: AttackTarget): Promise<void> {
  const headers = { 'X-API-Key': key, 'Content-Length': ASSET_BYTES };
  const path = `/v1/assets/${'0'.repeat(64)}`;
  return holding(url, CONNECTIONS, [head({ method: 'PUT', path, headers }), Buffer.alloc(ASSET_BYTES / 2)]);
}

async function askForMissing({ url, key }: AttackTarget): Promise<void> {
  const body = JSON.stringify({ ids: ASSET_HASHES });
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Content-Length': body.length };
  await exchange(url, { method: 'POST', path: '/v1/assets/missing', headers, body });
}

async function floodWithTargets({ url }: AttackTarget): Promise<void> {
  const path = `http://${encodeURIComponent(cjk(1_700))}/x`;
  const endsAt = performance.now() + FLOOD_MS;
  const repeat = async () => {
    while (performance.now() < endsAt) await exchange(url, { method: 'GET', path, headers: {} });
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, repeat));
}

const LISTS = 'lists of heavy documents';
const PREFIXES = 'lists by the beginning of a key';
const BELOW = 'lists of all that is below a folder';
const SEARCHES = 'searches for heavy documents';
const FILES = 'Markdown files of a long host';
const PAGES = 'pages of links with long hosts';
const SOURCES = 'sources of 10 MB';
const LINKS = 'pages of links to 500 keys';
const IMAGES = 'pages of 1,000 images';
const ASSETS = 'assets of 10 MiB that strangers read';

/** Each alone does no harm to others, at the rate that one key has, or a stranger. */
export const DEAR_ATTACKS: Readonly<Record<string, Attack>> = {
  [LISTS]: every(FREE_MS, askFor(LISTS)),
  [PREFIXES]: every(FREE_MS, askFor(PREFIXES)),
  [PAGES]: every(STRANGER_MS, askFor(PAGES)),
  [BELOW]: every(FREE_MS, askFor(BELOW)),
  [SEARCHES]: every(FREE_MS, askFor(SEARCHES)),
  'targets in absolute form': floodWithTargets,
  [WORDS]: floodWithWords,
  'many tags and long titles': every(PRO_MS, ({ url, key }) =>
    post(url, key, { title: LONGEST_TITLE, blocks: [], metadata: METADATA.tags() }),
  ),
  'paths of new folders': every(PRO_MS, ({ url, key }) => {
    const name = Math.random().toString(36).slice(2);
    const body = JSON.stringify({ title: 'x', blocks: [], folder_path: `/${name}${'/a'.repeat(98)}` });
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Content-Length': body.length };
    return exchange(url, { method: 'PUT', path: `/v1/documents/by-key/${name}`, headers, body });
  }),
  [FILES]: every(STRANGER_MS, askFor(FILES)),
  [SOURCES]: every(PRO_MS, askFor(SOURCES, { Accept: 'text/markdown' })),
  'files of 10 MB that are dear to convert': every(PRO_MS, putDearFile),
  [LINKS]: every(STRANGER_MS, askFor(LINKS)),
  [IMAGES]: every(STRANGER_MS, askFor(IMAGES)),
  [ASSETS]: every(PRO_MS, askFor(ASSETS)),
  'uploads of 10 MiB': every(PRO_MS, putAsset),
  'uploads of 100 files of half a MiB': every(FREE_MS, postForm),
  'uploads that are withheld half-way': withholdUploads,
  'questions for 1,000 assets': every(PRO_MS, askForMissing),
  'documents of 1,000 assets': every(PRO_MS, ({ url, key }) =>
    post(url, key, { title: 'x', blocks: [], assets: namedAssets(ASSET_HASHES) }),
  ),
};

/** What the attacks ask for. Pages are enough that each is asked for once: one that was rendered is kept. */
export async function pathsOf(store: DearStore, pages: number): Promise<Record<string, string[]>> {
  const publicPaths = async (kind: string, suffix: string) => {
    const paths: string[] = [];
    for (let n = 0; n < pages; n++) paths.push(`/d/${await store.createDear(kind)}${suffix}`);
    return paths;
  };
  const pagesByKey = async (fields: object) => {
    const paths: string[] = [];
    for (let n = 0; n < pages; n++) paths.push(await store.pageByKey(fields));
    return paths;
  };
  return {
    [LISTS]: ['/v1/documents?limit=200'],
    [PREFIXES]: ['/v1/documents?key_prefix=zz'],
    [BELOW]: store.twins.map((id) => `/v1/documents?folder_id=${id}&recursive=true&limit=200`),
    [SEARCHES]: ['/v1/documents/search?q=a%20heavy&limit=50', '/v1/documents/search?q=a%20h&limit=50'],
    [FILES]: await publicPaths('an image of one long host', '.md'),
    [PAGES]: await publicPaths('links of long hosts', ''),
    [LINKS]: await pagesByKey({ markdown: linksToKeys() }),
    [IMAGES]: await pagesByKey({ markdown: imagesOf(store.assets), assets: store.assets }),
    [ASSETS]: [`/d/${store.withAssets}/assets/${store.asset}`],
    [SOURCES]: [`/v1/documents/by-key/${await store.putNew({ markdown: 'x y '.repeat(LARGEST / 4), title: 'x' })}`],
  };
}
