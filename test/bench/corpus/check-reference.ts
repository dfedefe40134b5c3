import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { OpenSearchDocumentIndex } from '../../../src/adapters/opensearch/documents/opensearch-document-index.js';
import type { ListQuery, SearchQuery } from '../../../src/ports/document-index.js';
import { rawList, rawSearch } from './raw-search.js';

const NOTHING_FOUND = JSON.stringify({
  took: 0,
  timed_out: false,
  _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
  hits: { hits: [] },
});
const TIMEOUT_MS = 5_000;

/**
 * Raises an error unless the service's own adapter sends the very request that is measured in its place: a reference
 * that asks for less, or for more, says nothing.
 */
export async function checkReference(queries: readonly SearchQuery[], lists: readonly ListQuery[] = []): Promise<void> {
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
  const index = new OpenSearchDocumentIndex({
    url,
    indexPrefix,
    auth: { kind: 'none' },
    shards: 1,
    replicas: 0,
    timeoutMs: TIMEOUT_MS,
  });
  try {
    for (const query of queries) await index.search(query);
    for (const query of lists) await index.list(query);
  } finally {
    await index.close();
    server.close();
  }
  const raw = [
    ...queries.map((query) => rawSearch(indexPrefix, query)),
    ...lists.map((query) => rawList(indexPrefix, query)),
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
