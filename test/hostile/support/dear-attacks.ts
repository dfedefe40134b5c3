import { exchange } from '../../http/exchange.js';
import { post } from './post.js';
import type { Attack, AttackTarget } from './attacks.js';
import { cjk, LONGEST_TITLE, METADATA } from './dear-content.js';
import { DEAREST_TEXTS } from '../../unit/markdown/dear-texts.js';
import type { DearStore } from './dear-store.js';
import { MIB } from './figures.js';
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
};

/** What the attacks ask for. Pages are enough that each is asked for once: one that was rendered is kept. */
export async function pathsOf(store: DearStore, pages: number): Promise<Record<string, string[]>> {
  const publicPaths = async (kind: string, suffix: string) => {
    const paths: string[] = [];
    for (let n = 0; n < pages; n++) paths.push(`/d/${await store.createDear(kind)}${suffix}`);
    return paths;
  };
  return {
    [LISTS]: ['/v1/documents?limit=200'],
    [PREFIXES]: ['/v1/documents?key_prefix=zz'],
    [BELOW]: store.twins.map((id) => `/v1/documents?folder_id=${id}&recursive=true&limit=200`),
    [SEARCHES]: ['/v1/documents/search?q=a%20heavy&limit=50', '/v1/documents/search?q=a%20h&limit=50'],
    [FILES]: await publicPaths('an image of one long host', '.md'),
    [PAGES]: await publicPaths('links of long hosts', ''),
    [SOURCES]: [`/v1/documents/by-key/${await store.putNew({ markdown: 'x y '.repeat(LARGEST / 4), title: 'x' })}`],
  };
}
