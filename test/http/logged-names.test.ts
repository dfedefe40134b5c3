/** What log lines name, so that all that a key did can be found. */
import { expect } from 'chai';
import { describeModes } from '../support/modes.js';
import { until } from '../support/until.js';
import { watchResponses } from '../support/watch-responses.js';
import { expectStatus, type Client } from './client.js';
import { PortFaults } from './faults.js';
import {
  content,
  create,
  createFolder,
  keyPath,
  put,
  restoreOf,
  unique,
  unknownId,
  versionsOf,
  type MadeFolder,
} from './making.js';
import { startApi, type Api } from './suite.js';
import { WrittenLog } from './written-log.js';

const sent = (requestId: string) => ({ 'X-Request-Id': requestId });

describeModes('http: names in the log', (makeStorage) => {
  const faults = new PortFaults();
  const log = new WrittenLog();
  let api: Api;
  let alice: Client;
  let owner: string;
  before(async () => {
    api = await startApi(await makeStorage(), { logger: log.logger, wrap: faults.wrap });
    await api.prepared;
    owner = unique();
    alice = await api.caller({ owner });
  });
  after(() => api.close());
  afterEach(() => faults.clear());

  /** Lines of a bulk request. */
  function linesOf(msg: 'lines written' | 'lines refused', requestId: string): Record<string, unknown>[] {
    const logged = log.lines.filter((line) => line.msg === msg && line.requestId === requestId);
    return logged.flatMap((line) => line[msg.slice('lines '.length)] as Record<string, unknown>[]);
  }

  it('names the document, folder and version of each request, so that all that a key did can be found', async () => {
    const key = `guides/${unique()}`;
    const { id: folderId, path } = (await alice.post<MadeFolder>('/v1/folders', { name: unique() }, sent('mkdir')))
      .body;
    const at = `folder_path=${encodeURIComponent(path)}`;
    const { id } = await create(alice, { folder_path: path }, sent('create'));
    const { id: keyed } = await put(alice, key, content(), sent('put'));
    const one = `/v1/documents/${id}`;
    const sha256 = '0'.repeat(64);
    const requests: [string, () => Promise<unknown>, Record<string, unknown>][] = [
      ['mkdir', async () => undefined, { folderId }],
      ['create', async () => undefined, { documentId: id, folderId, version: 1 }],
      ['put', async () => undefined, { documentId: keyed, key, version: 1 }],
      ['push', () => alice.post(versionsOf(id), content(), sent('push')), { documentId: id, folderId, version: 2 }],
      ['restore', () => alice.post(restoreOf(id, 1), {}, sent('restore')), { documentId: id, version: 3 }],
      ['patch', () => alice.patch(one, { title: unique() }, sent('patch')), { documentId: id, version: 4 }],
      ['read', () => alice.get(`${versionsOf(id)}/1`, sent('read')), { documentId: id }],
      ['list', () => alice.get(`/v1/documents?folder_id=${folderId}`, sent('list')), { folderId }],
      ['list at', () => alice.get(`/v1/documents?${at}`, sent('list-at')), { folderId }],
      ['diff', () => alice.get(`${versionsOf(id)}/1/diff/2`, sent('diff')), { documentId: id }],
      ['view', () => alice.get(`${one}/view`, sent('view')), { documentId: id }],
      ['view by key', () => alice.get(`${keyPath(key)}/view`, sent('view-by-key')), { key, documentId: keyed }],
      ['asset', () => alice.get(`${one}/assets/${sha256}`, sent('asset')), { documentId: id, status: 404 }],
      ['old asset', () => alice.get(`${versionsOf(id)}/1/assets/${sha256}`, sent('old-asset')), { documentId: id }],
      ['search at', () => alice.get(`/v1/documents/search?q=x&${at}`, sent('search-at')), { folderId }],
      ['folders', () => alice.get(`/v1/folders?parent_id=${folderId}`, sent('folders')), { folderId }],
      ['folders at', () => alice.get(`/v1/folders?${at}`, sent('folders-at')), { folderId }],
      ['folder', () => alice.get(`/v1/folders/${folderId}`, sent('folder')), { folderId }],
      ['folder at', () => alice.get(`/v1/folders/by-path${path}`, sent('folder-at')), { folderId }],
      ['rename', () => alice.patch(`/v1/folders/${folderId}`, { name: unique() }, sent('rename')), { folderId }],
      ['rmdir', () => alice.delete(`/v1/folders/${folderId}`, sent('rmdir')), { folderId, status: 409 }],
      ['delete', () => alice.delete(one, sent('delete')), { documentId: id }],
      ['gone', () => alice.get(one, sent('gone')), { documentId: id, status: 404 }],
      ['get', () => alice.get(keyPath(key), sent('get')), { key, documentId: keyed }],
      ['free', () => alice.delete(keyPath(key), sent('free')), { key, documentId: keyed, status: 204 }],
    ];
    for (const [name, send, names] of requests) {
      await send();
      expect(await log.ofRequest(name.replaceAll(' ', '-')), name).to.deep.include({ owner, ...names });
    }
  });

  it('names the public document that a stranger asks for', async () => {
    const { id } = await create(alice, { visibility: 'public' });
    const paths = { page: `/d/${id}`, markdown: `/d/${id}.md`, json: `/d/${id}.json` };
    for (const [requestId, path] of Object.entries(paths)) {
      expectStatus(await api.stranger.get(path, sent(requestId)), 200);
      const line = await log.ofRequest(requestId);
      expect(line, requestId).to.include({ documentId: id }).and.not.to.have.any.keys('owner', 'keyId');
    }
  });

  it('names a version only in the line of the request that has made it', async () => {
    const key = unique();
    const body = content();
    const repeated = { 'Idempotency-Key': unique() };
    const { id: folderId, path } = await createFolder(alice);
    const { id } = await create(alice, body, repeated);
    await alice.post(versionsOf(id), body, repeated);
    await alice.post(restoreOf(id, 1), {}, { 'Idempotency-Key': 'restored' });
    await put(alice, key, body, repeated);
    await alice.patch(`/v1/documents/${id}`, { folder_path: path });
    const requests: [string, (headers: Record<string, string>) => Promise<{ status: number }>, object][] = [
      ['create-again', (more) => alice.post('/v1/documents', body, { ...repeated, ...more }), { documentId: id }],
      ['push-again', (more) => alice.post(versionsOf(id), body, { ...repeated, ...more }), { documentId: id }],
      [
        'restore-again',
        (more) => alice.post(restoreOf(id, 1), {}, { 'Idempotency-Key': 'restored', ...more }),
        { documentId: id },
      ],
      ['put-again', (more) => alice.put(keyPath(key), body, { ...repeated, ...more }), { key }],
      ['put-equal', (more) => alice.put(keyPath(key), body, more), { key }],
      [
        'patch-equal',
        (more) => alice.patch(`/v1/documents/${id}`, { folder_path: path }, more),
        { documentId: id, folderId },
      ],
    ];
    for (const [requestId, send, names] of requests) {
      expect((await send(sent(requestId))).status, requestId).to.be.within(200, 201);
      const line = await log.ofRequest(requestId);
      expect(line, requestId).to.deep.include({ owner, ...names });
      expect(line, requestId).to.have.property('documentId');
      expect(line, requestId).not.to.have.property('version');
    }
  });

  it('names what a request has written whose client hangs up before that', async () => {
    let letGo = (): void => undefined;
    faults.set('index.writeHead', () => new Promise<void>((resolve) => (letGo = resolve)));
    const responses = watchResponses();
    const leaving = new AbortController();
    const headers = { ...alice.headers, ...sent('left'), 'Content-Type': 'application/json' };
    const body = JSON.stringify(content());
    const left = fetch(`${api.url}/v1/documents`, { method: 'POST', headers, body, signal: leaving.signal });
    await until(async () => faults.count('index.writeHead') > 0);
    leaving.abort();
    await left.catch(() => undefined);
    await until(async () => responses.hasClosed('left'));
    responses.end();
    expect(log.lines.filter(({ requestId }) => requestId === 'left')).to.deep.equal([]);
    letGo();
    const line = await log.ofRequest('left');
    expect(line).to.include({ owner, status: 499, version: 1 });
    expect(line['documentId']).to.match(/^\w{24}$/);
    expect(line['folderId']).to.match(/^\w{24}$/);
  });

  it('names nothing that cannot be a name, whatever stands in its place', async () => {
    const long = 'k'.repeat(513);
    await alice.get('/v1/documents/secret-words', sent('no-id'));
    await alice.get(keyPath(long), sent('no-key'));
    await alice.get('/v1/folders/secret-words', sent('no-folder-id'));
    await alice.get('/v1/folders/by-path/secret-words', sent('no-path'));
    await alice.delete('/v1/folders/secret-words', sent('no-delete'));
    await alice.patch('/v1/folders/secret-words', { parent_id: 'secret-words' }, sent('no-patch'));
    await alice.post('/v1/documents', content({ folder_id: 'secret-words', key: 'secret-words' }), sent('no-folder'));
    for (const requestId of ['no-id', 'no-key', 'no-folder-id', 'no-path', 'no-delete', 'no-patch', 'no-folder'])
      expect(await log.ofRequest(requestId), requestId).not.to.have.any.keys(
        'documentId',
        'folderId',
        'key',
        'version',
      );
  });

  it('names each line of a bulk request that wrote, some in a line', async () => {
    const keys = Array.from({ length: 70 }, () => unique());
    const lines = keys.map((key) => JSON.stringify({ op: 'put', key, document: content() }));
    const made = JSON.stringify({ op: 'create', document: content() });
    const refused = JSON.stringify({ op: 'delete', id: unknownId() });
    await alice.bulk([...lines, made, refused].join('\n'), sent('many'));
    await log.ofRequest('many');
    const logged = log.lines.filter(({ msg, requestId }) => msg === 'lines written' && requestId === 'many');
    expect(logged.map(({ written: some }) => (some as unknown[]).length)).to.deep.equal([32, 32, 7]);
    for (const line of logged) expect(line).to.deep.include({ requestId: 'many', owner, level: 30 });
    const all = logged.flatMap(({ written: some }) => some as Record<string, unknown>[]);
    expect(all.map(({ line }) => line)).to.have.members(keys.map((_key, at) => at + 1).concat(71));
    for (const [at, key] of keys.entries()) {
      const line = all.find((one) => one['key'] === key);
      expect(line).to.deep.include({ line: at + 1, op: 'put', status: 201, version: 1 });
      expect(line?.['documentId']).to.match(/^\w{24}$/);
    }
    expect(all.find(({ op }) => op === 'create')).to.have.keys(
      'line',
      'op',
      'status',
      'documentId',
      'folderId',
      'version',
    );
  });

  it('names no line of a bulk request among those written that has written nothing', async () => {
    const body = content();
    const [key, repeated] = [unique(), unique()];
    const { id } = await create(alice, body, { 'Idempotency-Key': repeated });
    await put(alice, key, body);
    const lines = [
      { op: 'put', key, document: body },
      { op: 'create', document: body, idempotency_key: repeated },
      { op: 'patch', id, changes: { content_type: 'markdown' } },
      { op: 'push', key, document: content() },
      { op: 'delete', key },
    ];
    await alice.bulk(lines.map((line) => JSON.stringify(line)).join('\n'), sent('equal'));
    await log.ofRequest('equal');
    const all = linesOf('lines written', 'equal');
    expect(all.map(({ line }) => line)).to.deep.equal([4, 5]);
    expect(all[0]).to.deep.include({ key, version: 2 });
    expect(all[0]?.['documentId']).to.equal(all[1]?.['documentId']);
  });

  it('names what refused lines of a bulk request name', async () => {
    const [id, key] = [unknownId(), unique()];
    const { id: folderId } = await createFolder(alice);
    const lines = [
      { op: 'delete', id },
      { op: 'push', key, document: content({ folder_id: folderId }) },
      { op: 'push', id, key, document: content() },
      { op: 'push', id: 'secret-words', document: content() },
    ];
    await alice.bulk(lines.map((line) => JSON.stringify(line)).join('\n'), sent('refused'));
    await log.ofRequest('refused');
    const all = linesOf('lines refused', 'refused');
    expect(all.sort((a, b) => Number(a['line']) - Number(b['line']))).to.deep.equal([
      { line: 1, op: 'delete', status: 404, documentId: id },
      { line: 2, op: 'push', status: 404, key, folderId },
      { line: 3, op: 'push', status: 404, key, documentId: id },
    ]);
    expect(linesOf('lines written', 'refused')).to.deep.equal([]);
  });
});
