import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { Collector, KIND, type TakenSpan } from '../support/collector.js';
import { HttpProxy } from '../support/http-proxy.js';
import { describeModes, type TestStorage } from '../support/modes.js';
import { until } from '../support/until.js';
import type { Client, Headers } from './client.js';
import { PortFaults } from './faults.js';
import { create, push, unique } from './making.js';
import { startApi, type Api } from './suite.js';
import { WrittenLog } from './written-log.js';

type Seen = { path: string; traceparent: unknown };

const SERVICE = 'quire-under-test';

describeModes('http: tracing', (makeStorage) => {
  const faults = new PortFaults();
  const seen: Seen[] = [];
  const proxies: HttpProxy[] = [];
  const log = new WrittenLog();
  let collector: Collector;
  let storage: TestStorage;
  let api: Api;
  let alice: Client;

  before(async () => {
    collector = await Collector.start();
    storage = await recorded(await makeStorage());
    api = await startApi(storage, {
      settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: SERVICE, TRACES_PER_SECOND: '100000' },
      logger: log.logger,
    });
    await api.prepared;
    alice = await api.caller();
  });
  after(async () => {
    await api?.close();
    await Promise.all([collector?.close(), ...proxies.map((proxy) => proxy.close())]);
  });
  afterEach(() => faults.clear());

  /** The same place; requests to OpenSearch and S3 are seen on their way. */
  async function recorded(real: TestStorage): Promise<TestStorage> {
    const env = { ...real.env };
    for (const name of ['OPENSEARCH_URL', 'S3_ENDPOINT']) {
      const target = env[name];
      if (target === undefined) continue;
      const proxy = await HttpProxy.start(target, async (exchange) => {
        const { path, headers } = exchange.request;
        seen.push({ path: `${name} ${path}`, traceparent: headers['traceparent'] });
        exchange.answer(await exchange.forward());
      });
      proxies.push(proxy);
      env[name] = proxy.url;
    }
    return { ...real, env };
  }

  /** All spans of the trace, once that of the request itself has come, which is the last to end. */
  async function traceOf(traceId: string): Promise<{ root: TakenSpan; all: TakenSpan[] }> {
    const root = () => collector.of(traceId).find(({ kind }) => kind === KIND.server);
    await until(async () => root() !== undefined);
    return { root: root() as TakenSpan, all: collector.of(traceId) };
  }

  const children = (all: readonly TakenSpan[], { spanId }: TakenSpan) =>
    all.filter(({ parentSpanId }) => parentSpanId === spanId);

  const newTrace = () => {
    const traceId = randomBytes(16).toString('hex');
    const spanId = randomBytes(8).toString('hex');
    return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } satisfies Headers };
  };

  it('has a tree for a push: the request, the operation, calls of the object store and the index', async () => {
    const { id } = await create(alice);
    const { traceId, spanId, headers } = newTrace();
    await push(alice, id, {}, headers);
    const { root, all } = await traceOf(traceId);
    expect(root.parentSpanId).to.equal(spanId);
    expect(root.name).to.equal('POST /v1/documents/:document_id/versions');
    expect(root.attributes).to.include({
      'http.request.method': 'POST',
      'http.route': '/v1/documents/:document_id/versions',
      'http.response.status_code': 201,
      'url.scheme': 'http',
      'quire.document_id': id,
    });
    const operation = all.find(({ name }) => name === 'pushVersion') as TakenSpan;
    expect(operation.parentSpanId).to.equal(root.spanId);
    const calls = children(all, operation);
    expect(calls.map(({ name }) => name)).to.include.members(['object_store create', 'index writeHead']);
    for (const call of calls) expect(call.kind).to.equal(KIND[storage.mode === 'cluster' ? 'client' : 'internal']);
    expect(children(all, root).map(({ name }) => name)).to.include.members(['counters admit', 'pushVersion']);
    expect(all.some(({ isFailed }) => isFailed)).to.equal(false);
    expect(collector.resource).to.include({ 'service.name': SERVICE });
  });

  it('sends the trace on to OpenSearch and S3, each request for the span that asks', async () => {
    if (storage.mode === 'embedded') return;
    const { id } = await create(alice);
    const { traceId, headers } = newTrace();
    await push(alice, id, {}, headers);
    const { all } = await traceOf(traceId);
    for (const [name, path, count] of [
      ['object_store create', /^S3_ENDPOINT .*\/versions\//, 1],
      // The words, then the head.
      ['index writeHead', /^OPENSEARCH_URL \/_bulk/, 2],
    ] as const) {
      const { spanId } = all.find((span) => span.name === name) as TakenSpan;
      const asked = seen.filter((each) => path.test(each.path) && each.traceparent === `00-${traceId}-${spanId}-01`);
      expect(asked, name).to.have.length(count);
    }
  });

  it('begins a trace of its own where the client sends none, or none that is valid', async () => {
    const id = randomBytes(16).toString('hex');
    for (const traceparent of [
      undefined,
      'x',
      `ff-${id}-${id.slice(16)}-01`,
      `00-${'0'.repeat(32)}-${id.slice(16)}-01`,
    ]) {
      const requestId = unique();
      await alice.get('/v1/folders', { 'X-Request-Id': requestId, ...(traceparent && { traceparent }) });
      const ofRequest = () => collector.spans.find(({ attributes }) => attributes['quire.request_id'] === requestId);
      await until(async () => ofRequest() !== undefined);
      expect(ofRequest()?.parentSpanId, traceparent).to.equal(undefined);
      expect(ofRequest()?.traceId).not.to.equal(id);
    }
  });

  it('names the trace in the log line of the request', async () => {
    const { traceId, headers } = newTrace();
    const requestId = unique();
    await alice.get('/v1/folders', { ...headers, 'X-Request-Id': requestId });
    expect(await log.ofRequest(requestId)).to.include({ traceId });
  });

  it('records nothing for a trace that its client does not record', async () => {
    const unrecorded = newTrace();
    await alice.get('/v1/folders', { traceparent: unrecorded.headers.traceparent.replace(/01$/, '00') });
    const later = newTrace();
    await alice.get('/v1/folders', later.headers);
    await traceOf(later.traceId);
    expect(collector.of(unrecorded.traceId)).to.deep.equal([]);
  });

  it('has the spans of the lines of a bulk request, up to a bound, and says that it leaves some out', async () => {
    const few = newTrace();
    const line = JSON.stringify({ op: 'create', document: { title: 'secret-title', blocks: [] } });
    await alice.bulk(`${line}\n${line}\n`, few.headers);
    const { root, all } = await traceOf(few.traceId);
    const lines = all.filter(({ name }) => name === 'createDocument');
    expect(lines.map(({ parentSpanId }) => parentSpanId)).to.deep.equal([root.spanId, root.spanId]);
    expect(root.attributes).to.include({ 'quire.spans_left_out': false });
    const many = newTrace();
    await alice.bulk(`${line}\n`.repeat(300), many.headers);
    const bounded = await traceOf(many.traceId);
    expect(bounded.all.length).to.be.within(200, 257);
    expect(bounded.root.attributes).to.include({ 'quire.spans_left_out': true });
  });

  it('marks no refusal as a fault, but names its code', async () => {
    const { traceId, headers } = newTrace();
    await alice.get(`/v1/documents/${'0'.repeat(24)}`, headers);
    const { root, all } = await traceOf(traceId);
    expect(root.attributes).to.include({ 'error.type': 'DOCUMENT_NOT_FOUND', 'http.response.status_code': 404 });
    expect(all.some(({ isFailed }) => isFailed)).to.equal(false);
  });

  it('never tells keys, titles, contents or the text of a path', async () => {
    const { traceId, headers } = newTrace();
    await create(alice, { title: 'secret-title', metadata: { tags: ['secret-tag'] } });
    await alice.get('/v1/secret-path?q=secret-query', headers);
    await alice.get(`/v1/documents/secret-id`);
    await alice.put('/v1/documents/by-key/secret-key', { title: 'secret-title', blocks: [] });
    await traceOf(traceId);
    expect(collector.received).not.to.match(/secret-/);
    expect(collector.received).not.to.match(/dk_/);
  });
});

describeModes('http: faults in traces', (makeStorage) => {
  const faults = new PortFaults();
  let collector: Collector;
  let api: Api;
  before(async () => {
    collector = await Collector.start();
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACES_PER_SECOND: '100' };
    api = await startApi(await makeStorage(), { settings, wrap: faults.wrap });
    await api.prepared;
  });
  after(async () => {
    await api?.close();
    await collector?.close();
  });

  it('mark the spans of the call, the operation and the request, and no message is told', async () => {
    const alice = await api.caller();
    faults.set('index.listFolders', () => {
      throw new TypeError('secret-reason');
    });
    await alice.get('/v1/folders');
    await until(async () => collector.spans.some(({ kind }) => kind === KIND.server));
    const failed = collector.spans.filter(({ isFailed }) => isFailed).map(({ name }) => name);
    expect(failed).to.have.members(['index listFolders', 'listFolders', 'GET /v1/folders']);
    expect(collector.received).not.to.include('secret-');
  });
});

describe('http: tracing that is off', () => {
  it('loads nothing of the OpenTelemetry SDK', async () => {
    const service = new URL('../../src/server/service.js', import.meta.url).href;
    const program = [
      "import { createRequire } from 'node:module';",
      `await import(${JSON.stringify(service)});`,
      'const loaded = Object.keys(createRequire(import.meta.url).cache);',
      'console.log(loaded.length > 0, loaded.filter((file) => /@opentelemetry.(?!api.)/.test(file)).length);',
    ].join('\n');
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    expect(stdout).to.equal('true 0\n');
  });
});
