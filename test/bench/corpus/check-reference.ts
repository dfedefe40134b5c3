import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { DocumentSearch } from '../../../src/adapters/opensearch/documents/document-search.js';
import { Cluster } from '../../../src/adapters/opensearch/transport/cluster.js';
import { OpenSearchConnection } from '../../../src/adapters/opensearch/transport/opensearch-connection.js';
import { Searcher } from '../../../src/adapters/opensearch/transport/searcher.js';
import type { BenchApi } from '../support/api.js';
import type { Query } from './queries.js';
import type { ListQuery, SearchQuery, WordSearch } from '../../../src/ports/document-index.js';
import { rawList, rawSearch, rawWords, searchPath } from './raw-search.js';

const NOTHING_FOUND = JSON.stringify({
  took: 0,
  timed_out: false,
  _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
  hits: { hits: [] },
});
const TIMEOUT_MS = 5_000;

export type Asked = { searches?: readonly SearchQuery[]; lists?: readonly ListQuery[]; words?: readonly WordSearch[] };

/**
 * Raises an error unless the service's own adapter sends the very request that is measured in its place: a reference
 * that asks for less, or for more, says nothing.
 */
export async function checkReference({ searches = [], lists = [], words = [] }: Asked): Promise<void> {
  const indexPrefix = 'reference';
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void describe(request).then((asked) => {
      seen.push(asked);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(NOTHING_FOUND);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cluster = new Cluster(new OpenSearchConnection({ url, auth: { kind: 'none' } }), TIMEOUT_MS);
  const search = new DocumentSearch(new Searcher(cluster), indexPrefix, async () => undefined);
  try {
    for (const query of searches) await search.page(query);
    for (const query of lists) await search.list(query);
    for (const query of words) await search.words(indexPrefix, query);
  } finally {
    await cluster.close();
    server.close();
  }
  const raw = [
    ...searches.map((query) => rawSearch(indexPrefix, query)),
    ...lists.map((query) => rawList(indexPrefix, query)),
    ...words.map((query) => rawWords(indexPrefix, query)),
  ];
  const wanted = raw.map((request) => ({ method: 'POST', ...normal(request) }));
  if (JSON.stringify(seen) === JSON.stringify(wanted)) return;
  throw new Error(
    `the reference is not what the service sends: ${JSON.stringify(seen)}, not ${JSON.stringify(wanted)}`,
  );
}

type Seen = { method: string; path: string; parameters: readonly (readonly string[])[]; body: string };

async function describe(request: IncomingMessage): Promise<Seen> {
  return { method: String(request.method), ...normal({ path: String(request.url), body: await text(request) }) };
}

function normal({ path, body }: { path: string; body: string }): Omit<Seen, 'method'> {
  const url = new URL(path, 'http://localhost');
  return { path: url.pathname, parameters: [...url.searchParams].sort(), body };
}

/** Raises an error unless the service and OpenSearch find the same, and something. */
export async function checkSame(
  api: BenchApi,
  query: Query,
  raw: { url: string; path: string; body: string },
): Promise<void> {
  const ours = JSON.parse(await api.get(searchPath(query))) as { results: { id: string }[] };
  const answer = await fetch(raw.url + raw.path, {
    method: 'POST',
    body: raw.body,
    headers: { 'Content-Type': 'application/json' },
  });
  if (!answer.ok) throw new Error(`${raw.path} was answered with ${answer.status}`);
  const theirs = (await answer.json()) as { hits: { hits: { _id: string }[] } };
  const [found, wanted] = [ours.results.map(({ id }) => id), theirs.hits.hits.map(({ _id }) => _id)];
  if (found.length > 0 && found.join() === wanted.join()) return;
  throw new Error(`${JSON.stringify(query)}: the service found ${found.join()}, OpenSearch ${wanted.join()}`);
}
