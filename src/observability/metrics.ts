import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { createServer, type Server } from 'node:http';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export type Metrics = ReturnType<typeof createMetrics>;

/** All metrics of one process, in their own registry so that two services in one test do not collide. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const limiterMode = new Gauge({
    name: 'quire_limiter_shared',
    registers,
    help: '1: limits are counted in the shared store; 0: the store is down, and each process counts for itself',
    // One process that counts for itself is enough to report 0.
    aggregator: 'min',
  });
  limiterMode.set(1);
  const counter = (name: string, help: string) => new Counter({ name, registers, help });
  return {
    registry,
    limiterMode,
    oldKeys: new Gauge({
      name: 'quire_keys_believed_without_store',
      registers,
      aggregator: 'max',
      help: '1: the object store is down, and cached keys, plans and suspensions are used; 0: they are fresh',
    }),
    requests: new Histogram({
      name: 'quire_request_duration_seconds',
      registers,
      buckets: SECONDS,
      help: 'Requests by route pattern and status',
      labelNames: ['method', 'route', 'status'],
    }),
    lines: new Counter({
      name: 'quire_bulk_lines_total',
      registers,
      help: 'Answered lines of bulk requests by class of status',
      labelNames: ['status'],
    }),
    backendCalls: new Histogram({
      name: 'quire_backend_call_duration_seconds',
      registers,
      buckets: SECONDS,
      help: 'Calls of backends by port, call and outcome',
      labelNames: ['port', 'call', 'outcome'],
    }),
    helps: counter('quire_helps_total', 'Claimed slots of other requests brought into the index'),
    refreshes: counter('quire_refreshes_total', 'Index refreshes that searches or writers asked for'),
  };
}

export type MetricsSource = { readonly contentType: string; metrics(): Promise<string> };

/** Serves /metrics on a port of its own, for operators only. */
export function createMetricsServer(source: MetricsSource): Server {
  return createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    source.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': source.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}
