import { expect } from 'chai';
import { pino } from 'pino';
import { createMetrics } from '../../src/observability/metrics.js';
import { createRequestEvents, type RequestEnd, type RequestTrace } from '../../src/observability/request-events.js';
import { createServiceEvents, type ServiceEvents } from '../../src/server/service-events.js';

type Line = { level: number; msg: string };

const END: RequestEnd = {
  requestId: 'r',
  traceId: 't',
  method: 'POST',
  route: '/v1/documents/:document_id/versions',
  owner: 'me',
  keyId: 'key_x',
  documentId: 'd'.repeat(24),
  folderId: undefined,
  key: undefined,
  version: 2,
  status: 201,
  durationMs: 1,
  address: '',
  failure: undefined,
  lines: undefined,
  refusals: undefined,
  plan: 'free',
  transferred: { received: 1, sent: 1 },
};

describe('events of a service', () => {
  let metrics: ReturnType<typeof createMetrics>;
  let log: Line[];
  let logger: pino.Logger;
  let events: ServiceEvents;
  beforeEach(() => {
    log = [];
    metrics = createMetrics();
    logger = pino({ level: 'info', base: null }, { write: (line: string) => void log.push(JSON.parse(line) as Line) });
    events = createServiceEvents({ logger, metrics });
  });

  const value = async (name: string) => (await metrics.registry.getSingleMetric(name)?.get())?.values[0]?.value;

  it('count and tell the log in one step where both are promised', async () => {
    events.limiterMode('local', new Error('refused'));
    expect(await value('quire_limiter_shared')).to.equal(0);
    events.limiterMode('shared');
    expect(await value('quire_limiter_shared')).to.equal(1);
    events.credentialsStale(true);
    expect(await value('quire_credentials_stale')).to.equal(1);
    events.credentialsStale(false);
    expect(await value('quire_credentials_stale')).to.equal(0);
    expect(log.map(({ level, msg }) => [level, msg])).to.deep.equal([
      [40, 'rate-limiter mode changed'],
      [30, 'rate-limiter mode changed'],
      [40, 'object store unavailable: serving cached credentials'],
      [30, 'object store available again: credentials are current'],
    ]);
  });

  it('count writes that no refresh has shown, until one has', async () => {
    events.acknowledged();
    events.acknowledged();
    expect(await value('quire_unrefreshed_writes')).to.equal(2);
    events.refreshed();
    expect(await value('quire_unrefreshed_writes')).to.equal(0);
    expect(await value('quire_refreshes_total')).to.equal(1);
  });

  it('tell of the same absent backend once', () => {
    const away = Object.assign(new Error('no index'), { retryAfter: 1 }) as Parameters<
      ServiceEvents['backendAwaited']
    >[0];
    events.backendAwaited(away);
    events.backendAwaited(away);
    expect(log.map(({ msg }) => msg)).to.deep.equal(['backend unavailable']);
    for (const name of ['IG5mbIdOLVBiqRfl2LQ90T', 'PETrWMEwjRjTIk6b7VeE0j'])
      events.backendAwaited(Object.assign(new Error(`removing probes/${name}-0-1.json failed`), away));
    expect(log).to.have.length(2);
  });

  it('count, log and trace the end of a request by the same names', async () => {
    const traced: RequestEnd[] = [];
    const trace: RequestTrace = { traceId: 't', run: (work) => work(), end: (end) => void traced.push(end) };
    createRequestEvents({ logger, metrics, tracer: undefined }).requestEnded(END, trace);
    expect(traced).to.deep.equal([END]);
    const { route, documentId, version, status } = END;
    expect(log).to.have.length(1);
    expect(log[0]).to.deep.include({ msg: 'request', route, documentId, version, status });
    const counted = (await metrics.requests.get()).values.find(({ metricName }) => metricName?.endsWith('_count'));
    expect(counted).to.deep.include({ value: 1, labels: { method: 'POST', route, status: 201 } });
  });
});
