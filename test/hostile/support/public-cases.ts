import { cjk, DEAR_DOCUMENTS } from './dear-content.js';
import type { DearStore } from './dear-store.js';
import type { RouteCase, RouteRow } from './route-cases.js';

const TAGS = `${'"x", '.repeat(600)}"none"`;
const PROXIES = Array.from({ length: 100 }, (_, n) => `2001:db8::${n}`).join(', ');

/** Requests of somebody without a key to one path of the router. */
type PublicRequest = { name: string; method?: string; path: (store: DearStore) => string | Promise<string> };

const MANY_PARTS = /10,000|10 MB|patterns/;

const plain = (path: string): PublicRequest[] =>
  ['GET', 'HEAD', 'POST'].map((method) => ({ name: method, method, path: () => path }));

const pagesOf = (suffix: string): PublicRequest[] =>
  Object.keys(DEAR_DOCUMENTS).map((name) => ({
    name,
    // A page that was rendered once is kept, and cheap.
    path: async (store) => `/d/${await store.createDear(name)}${suffix}`,
  }));

/** By the path as the router has it. */
const BY_PATH: Readonly<Record<string, readonly PublicRequest[]>> = {
  '/health/live': plain('/health/live'),
  '/health/ready': plain('/health/ready'),
  '/openapi.json': plain('/openapi.json'),
  '/': plain('/'),
  '/docs': plain('/docs'),
  '/docs/': plain('/docs/'),
  '/favicon.svg': plain('/favicon.svg'),
  '/favicon.ico': plain('/favicon.ico'),
  '/robots.txt': plain('/robots.txt'),
  '/console': plain('/console'),
  '/console/': plain('/console/'),
  '/console/assets/:name': plain(`/console/assets/${'x'.repeat(8_000)}`),
  '/d/:document_id': [
    ...pagesOf(''),
    ...['?part=2', '?at=none'].flatMap(pagesOf).filter(({ name }) => MANY_PARTS.test(name)),
  ],
  '/d/:document_id/assets/:sha256': pagesOf(`/assets/${'0'.repeat(64)}`),
  '/d/:document_id.md': pagesOf('.md'),
  '/d/:document_id.json': pagesOf('.json'),
};

/** Requests to no route. */
const ELSEWHERE: Readonly<Record<string, readonly PublicRequest[]>> = {
  'an unknown path': [
    { name: 'of 8 KB', path: () => `/${'x'.repeat(8_000)}` },
    { name: 'of escapes', path: () => `/${'%41'.repeat(2_600)}` },
    { name: 'of queries', path: () => `/x?${'a=%41&'.repeat(1_200)}` },
    { name: 'below /v1', path: () => `/v1/${'%E6%BC%A2/'.repeat(800)}` },
  ],
  'a target in absolute form': [
    { name: 'with a long host in escapes', path: () => `http://${encodeURIComponent(cjk(900))}/x` },
    { name: 'with a long host in ASCII', path: () => `http://${'x.'.repeat(4_000)}/x` },
    { name: 'with a long host in Punycode', path: () => `http://${'xn--a-ecp.'.repeat(800)}ru/x` },
  ],
};

export const knownPublicPaths = (): string[] => Object.keys(BY_PATH);

export function publicCases(): RouteCase[] {
  return Object.entries({ ...BY_PATH, ...ELSEWHERE }).map(([name, requests]) => ({
    name,
    rows: requests.flatMap((request) => [rowOf(request)]),
  }));
}

function rowOf({ name, method = 'GET', path }: PublicRequest): RouteRow {
  const headers = { 'If-None-Match': TAGS, 'X-Forwarded-For': PROXIES, 'Accept-Encoding': 'br, gzip' };
  return { name, make: async ({ store }) => ({ method, path: await path(store), headers }) };
}
