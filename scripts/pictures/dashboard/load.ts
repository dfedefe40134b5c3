import type { ShownService } from '../shown-service.js';

type LoadCall = { method?: string; path: string; body?: object; key?: string };

const TURNS_IN_A_WAVE = 1_500;
const PREFIXES = ['Re', 'Mon', 'Key', 'N', 'Backups'];

/** Gives a function that makes the calls of one turn: of several kinds, now more and now fewer of each. */
export async function prepareLoad(service: ShownService): Promise<(turn: number) => Promise<void>> {
  const { url, key: ownerKey, guestKey, client } = service;
  const ids: string[] = [];
  for await (const { id } of client.listDocuments()) ids.push(id);
  const id = (n: number) => ids[n % ids.length];
  const document = (n: number) => ({ title: `Note ${n}`, blocks: [{ type: 'paragraph', content: `Number ${n}` }] });
  const put = (n: number) => ({ op: 'put', key: `notes/${n}`, document: document(n) });
  /** How many a turn has on average. */
  const calls: readonly [share: number, call: (turn: number) => LoadCall][] = [
    [0.6, (n) => ({ path: `/v1/documents/${id(n)}` })],
    [0.35, (n) => ({ path: `/v1/documents/search?q=${PREFIXES[n % PREFIXES.length]}` })],
    [0.3, (n) => ({ path: `/d/${id(n)}` })],
    [0.15, () => ({ path: '/v1/documents?limit=20' })],
    [0.08, () => ({ path: '/v1/documents?limit=20', key: guestKey })],
    [0.15, (n) => ({ method: 'PUT', path: `/v1/documents/by-key/notes/${n % 50}`, body: document(n) })],
    [0.1, (n) => ({ method: 'POST', path: '/v1/documents', body: document(n) })],
    [0.08, (n) => ({ method: 'POST', path: `/v1/documents/${id(n)}/versions`, body: document(n) })],
    [0.04, (n) => ({ method: 'POST', path: '/v1/bulk', body: [put(n), put(n + 1), { op: 'delete', key: 'none' }] })],
  ];

  const send = async ({ method = 'GET', path, body, key = ownerKey }: LoadCall) => {
    const type = Array.isArray(body) ? 'application/x-ndjson' : 'application/json';
    const lines = [body ?? []].flat().map((line) => JSON.stringify(line));
    const headers = { 'X-API-Key': key, 'Content-Type': type };
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body && { body: lines.join('\n') }) });
    await answer.arrayBuffer();
  };
  return async (turn) => {
    const angle = (2 * Math.PI * turn) / TURNS_IN_A_WAVE;
    const due = calls.filter(([share], n) => Math.random() < share * (1 + Math.sin(angle + n) / 2));
    await Promise.all(due.map(([, call]) => send(call(turn))));
  };
}
