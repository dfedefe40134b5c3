import { expect } from 'chai';
import { newApiKey } from '../../src/domain/api-key.js';
import { freePorts } from '../../scripts/stack/ports.js';
import { revokeKey } from '../support/issue-key.js';
import { describeModes } from '../support/modes.js';
import { until } from '../support/until.js';
import { expectStatus, type Client } from './client.js';
import { exchange } from './exchange.js';
import { PortFaults } from './faults.js';
import { create, push, search, unique } from './making.js';
import { startApi, type Api } from './suite.js';
import { WrittenLog } from './written-log.js';

const SECRETS = {
  title: 'secret-title',
  words: 'secret-words',
  tag: 'secret-tag',
  query: 'secret-query',
  name: 'secret-name',
};

describeModes('http: observability', (makeStorage) => {
  const faults = new PortFaults();
  const log = new WrittenLog();
  let api: Api;
  let alice: Client;
  let owner: string;
  let metricsUrl: string;
  before(async () => {
    const [port] = await freePorts(1);
    metricsUrl = `http://127.0.0.1:${port}`;
    api = await startApi(await makeStorage(), {
      settings: { METRICS_PORT: String(port) },
      logger: () => log.logger('trace'),
      wrap: faults.wrap,
    });
    owner = unique();
    alice = await api.caller({ owner });
  });
  after(() => api.close());
  afterEach(() => faults.clear());

  async function metrics(): Promise<string> {
    const { status, text } = await exchange(metricsUrl, { method: 'GET', path: '/metrics', headers: {} });
    expect(status).to.equal(200);
    return text;
  }

  it('logs a line of JSON for each request: id, owner, route, status, duration', async () => {
    const { id } = await create(alice);
    const requestId = unique();
    await alice.get(`/v1/documents/${id}/versions/1?x=y`, { 'X-Request-Id': requestId });
    const line = await log.ofRequest(requestId);
    expect(line).to.deep.include({
      msg: 'request',
      level: 30,
      method: 'GET',
      owner,
      status: 200,
      route: '/v1/documents/:document_id/versions/:version_number',
    });
    expect(line['durationMs']).to.be.a('number').and.be.above(0);
    expect(line['keyId']).to.match(/^key_/);
  });

  it('logs refusals with their code, and without an owner where the caller was unknown', async () => {
    const requestId = unique();
    await api.stranger.get('/v1/folders', { 'X-Request-Id': requestId });
    expect(await log.ofRequest(requestId)).to.deep.include({ status: 401, code: 'MISSING_API_KEY', level: 30 });
    expect(await log.ofRequest(requestId)).not.to.have.any.keys('owner', 'keyId', 'cause');
  });

  it("names the client's address where a key is missing or wrong, or a limit is reached, and nowhere else", async () => {
    const limited = await api.caller({ plan: 'three-a-minute' });
    const requests: [Client, Record<string, string>, number][] = [
      [api.stranger, {}, 401],
      [api.stranger, { 'X-API-Key': newApiKey() }, 401],
      [limited, {}, 200],
      [limited, {}, 200],
      [limited, {}, 200],
      [limited, {}, 429],
    ];
    for (const [client, headers, status] of requests) {
      const requestId = unique();
      expectStatus(await client.get('/v1/folders', { ...headers, 'X-Request-Id': requestId }), status);
      expect((await log.ofRequest(requestId))['address']).to.equal(status === 200 ? undefined : '127.0.0.1');
    }
  });

  it('names a key that works no more, and its owner, when somebody goes on sending it', async () => {
    const mallory = await api.caller({ owner });
    const sent = async () => {
      const requestId = unique();
      await mallory.get('/v1/folders', { 'X-Request-Id': requestId });
      return log.ofRequest(requestId);
    };
    const { keyId } = await sent();
    await revokeKey(api.storage.env, String(mallory.headers['X-API-Key']));
    await until(async () => (await sent())['status'] === 401);
    expect(await sent()).to.include({ status: 401, code: 'INVALID_API_KEY', owner, keyId, address: '127.0.0.1' });
    const expired = await api.caller({ owner, expires: new Date(Date.now() - 1_000).toISOString() });
    const requestId = unique();
    expectStatus(await expired.get('/v1/folders', { 'X-Request-Id': requestId }), 401);
    expect(await log.ofRequest(requestId))
      .to.include({ owner })
      .and.to.have.property('keyId')
      .that.does.not.equal(keyId);
  });

  it('logs what went wrong inside, which no answer says', async () => {
    const requestId = unique();
    faults.set('index.listFolders', () => {
      throw new TypeError('the reason');
    });
    await alice.get('/v1/folders', { 'X-Request-Id': requestId });
    const line = await log.ofRequest(requestId);
    expect(line).to.deep.include({ status: 500, code: 'INTERNAL_ERROR', level: 50, route: '/v1/folders' });
    expect(line['cause']).to.match(/TypeError: the reason\n +at /);
  });

  it('never logs keys, titles, bodies, tags, queries or names', async () => {
    const { title, words, tag, query, name } = SECRETS;
    const requestId = unique();
    const made = await create(alice, { title, blocks: [{ type: 'quote', content: words }], metadata: { tags: [tag] } });
    await push(alice, made.id, { title, blocks: [{ type: 'quote', content: words }] });
    await search(alice, { q: query, tag });
    await alice.post('/v1/folders', { name });
    await alice.post('/v1/documents', { title, blocks: words });
    await alice.postText('/v1/documents', `{"title":"${title}`);
    await alice.get(`/v1/${name}?q=${query}`);
    await api.stranger.get(`/v1/folders?q=${query}`, { 'X-API-Key': `dk_${words}` });
    for (const call of ['store.create', 'index.raiseKey', 'index.search'] as const) {
      faults.set(call, () => {
        throw new TypeError('crash');
      });
    }
    await alice.post('/v1/documents', { title, blocks: [] });
    await alice.post('/v1/folders', { name });
    await alice.get(`/v1/documents/search?q=${query}`, { 'X-Request-Id': requestId });
    await log.ofRequest(requestId);
    const text = JSON.stringify(log.lines);
    expect(text).not.to.match(/secret-/);
    expect(text).not.to.include(String(alice.headers['X-API-Key']));
    expect(text).not.to.match(/dk_/);
  });

  it('counts requests by route and status, without any identifier', async () => {
    const { id } = await create(alice);
    const folder = (await alice.post<{ id: string }>('/v1/folders', { name: 'x' })).body.id;
    await alice.get(`/v1/documents/${id}`);
    await alice.get(`/v1/folders?parent_id=${folder}`);
    await alice.get(`/v1/${id}/nothing`);
    await api.stranger.get(`/d/${id}`);
    await api.stranger.get(`/v1/documents/${id}/versions`);
    const pattern =
      /^quire_request_duration_seconds_count\{method="GET",route="\/v1\/documents\/:document_id",status="200"\} [1-9]/m;
    const refused = 'method="GET",route="/v1/documents/:document_id/versions",status="401"';
    await until(async () => (await metrics()).includes(`quire_request_duration_seconds_count{${refused}} `));
    const text = await metrics();
    expect(text).to.match(pattern);
    expect(text).to.match(/^quire_request_duration_seconds_count\{method="GET",route="none",status="404"\} [1-9]/m);
    expect(text).to.match(
      /^quire_request_duration_seconds_count\{method="GET",route="\/d\/:document_id",status="404"\} [1-9]/m,
    );
    for (const secret of [id, folder, owner, 'secret-', 'dk_']) expect(text).not.to.include(secret);
  });

  it('counts the files of the console as one route, as each release names them anew', async () => {
    const { text: page } = await api.stranger.get('/console');
    const [file = ''] = /console\/assets\/[\w.-]+/.exec(page) ?? [];
    expectStatus(await api.stranger.get(`/${file}`), 200);
    const counted = 'quire_request_duration_seconds_count{method="GET",route="/console/assets/:name",status="200"} ';
    await until(async () => (await metrics()).includes(counted));
    expect(await metrics()).not.to.include(file);
  });

  it('counts the lines of bulk requests by class of status, and logs them with the request', async () => {
    const requestId = unique();
    await alice.bulk('{"op":"create","document":{"title":"secret-title","blocks":[]}}\nx\n', {
      'X-Request-Id': requestId,
    });
    expect((await log.ofRequest(requestId))['lines']).to.deep.equal({ '2xx': 1, '4xx': 1 });
    for (const status of ['2xx', '4xx'])
      expect(await metrics()).to.match(new RegExp(`^quire_bulk_lines_total\\{status="${status}"\\} 1$`, 'm'));
    expect(JSON.stringify(log.lines)).not.to.match(/secret-/);
  });

  it('counts calls of backends by port and outcome, helps, refreshes, and says how limits are counted', async () => {
    faults.set('index.listFolders', () => {
      throw new TypeError('crash');
    });
    await alice.get('/v1/folders');
    await search(alice, { q: (await create(alice)).title });
    const text = await metrics();
    const calls = (port: string, call: string, outcome: string) =>
      new RegExp(
        `^quire_backend_call_duration_seconds_count\\{port="${port}",call="${call}",outcome="${outcome}"\\} [1-9]`,
        'm',
      );
    expect(text).to.match(calls('object_store', 'create', 'ok'));
    expect(text).to.match(calls('index', 'listFolders', 'error'));
    expect(text).to.match(calls('counters', 'admit', 'ok'));
    expect(text).to.match(/^quire_head_catchups_total 0$/m);
    expect(text).to.match(/^quire_refreshes_total [1-9]/m);
    expect(text).to.match(/^quire_limiter_shared 1$/m);
    expect(text).to.match(/^process_cpu_seconds_total /m);
  });

  it('counts refusals by reason, those of lines too, and the bytes of each plan', async () => {
    const limited = await api.caller({ plan: 'three-a-minute' });
    for (let n = 0; n < 5; n++) await limited.get('/v1/folders');
    await alice.bulk('x\n{"op":"delete","id":"000000000000000000000000"}\n');
    await api.stranger.get('/v1/folders');
    for (const path of ['nothing', 'nothing.md', 'nothing.json'])
      expectStatus(await api.stranger.get(`/d/${path}`), 404);
    const refused = (reason: string, times: string) =>
      new RegExp(`^quire_refusals_total\\{reason="${reason}"\\} ${times}$`, 'm');
    await until(async () => refused('MISSING_API_KEY', '[1-9]\\d*').test(await metrics()));
    const text = await metrics();
    expect(text).to.match(refused('RATE_LIMITED_MINUTE', '[2-9]'));
    expect(text).to.match(refused('DOCUMENT_NOT_FOUND', '(?:[4-9]|\\d\\d+)'));
    expect(text).to.match(refused('VALIDATION_ERROR', '[1-9]\\d*'));
    for (const plan of ['three-a-minute', 'none'])
      for (const direction of ['received', 'sent'])
        expect(text).to.match(
          new RegExp(`^quire_transferred_bytes_total\\{plan="${plan}",direction="${direction}"\\} [1-9]\\d\\d`, 'm'),
        );
  });

  it('tells version and mode, how much is in the index, and writes that no refresh has shown yet', async () => {
    await create(alice);
    const text = await metrics();
    expect(text).to.match(/^quire_build_info\{version="[^"]+",mode="(embedded|cluster)",node="[^"]*"\} 1$/m);
    expect(text).to.match(/^quire_documents [1-9]\d*$/m);
    expect(text).to.match(/^quire_version_entries [1-9]\d*$/m);
    expect(text).to.match(/^quire_unrefreshed_writes [1-9]\d*$/m);
    expect(text).not.to.match(/^quire_maintenance_last_result\{/m);
  });

  it('has metrics on a port of their own and nothing else there', async () => {
    expectStatus(await alice.get('/metrics'), 404);
    for (const path of ['/', '/v1/folders', '/metrics/x', '/openapi.json']) {
      expect((await exchange(metricsUrl, { method: 'GET', path, headers: {} })).status).to.equal(404);
    }
  });
});
