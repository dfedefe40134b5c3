import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { createServer, type Server } from 'node:http';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export type Metrics = ReturnType<typeof createMetrics>;

/** What scrapes ask for. The service that has it sets it. */
export type MetricsReadings = {
  entries?: () => Promise<{ documents: number; versions: number } | undefined>;
  /** By command. `at`: in seconds. */
  runs?: () => Promise<readonly { command: string; at: number; isDone: boolean }[] | undefined>;
};

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
  const readings: MetricsReadings = {};
  createReadGauges(registry, readings);
  return {
    registry,
    readings,
    limiterMode,
    ...createStateGauges(registers),
    staleCredentials: new Gauge({
      name: 'quire_credentials_stale',
      registers,
      aggregator: 'max',
      help: '1: the object store is down, and cached keys, plans and suspensions are used; 0: they are fresh',
    }),
    ...createRequestMetrics(registers),
    backendCalls: new Histogram({
      name: 'quire_backend_call_duration_seconds',
      registers,
      buckets: SECONDS,
      help: 'Calls of backends by port, call and outcome',
      labelNames: ['port', 'call', 'outcome'],
    }),
    headCatchups: counter('quire_head_catchups_total', 'Claimed slots of other requests brought into the index'),
    refreshes: counter('quire_refreshes_total', 'Index refreshes that searches or writers asked for'),
  };
}

function createRequestMetrics(registers: Registry[]) {
  return {
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
    refusals: new Counter({
      name: 'quire_refusals_total',
      registers,
      help: 'Refused requests and lines of bulk requests by reason: the code of the error, with the window for RATE_LIMITED, or OVERLOADED',
      labelNames: ['reason'],
    }),
    transferred: new Counter({
      name: 'quire_transferred_bytes_total',
      registers,
      help: 'Bytes of the connections of requests by plan (none: without a valid key) and direction (received, sent)',
      labelNames: ['plan', 'direction'],
    }),
  };
}

function createStateGauges(registers: Registry[]) {
  return {
    buildInfo: new Gauge({
      name: 'quire_build_info',
      registers,
      aggregator: 'max',
      help: 'Always 1; the labels tell version, mode and the version of Node',
      labelNames: ['version', 'mode', 'node'],
    }),
    unrefreshed: new Gauge({
      name: 'quire_unrefreshed_writes',
      registers,
      help: 'Acknowledged writes since this process last asked for a refresh of the index',
    }),
  };
}

/** Each process asks for itself, so the greatest value is that of all. */
function createReadGauges(registry: Registry, readings: MetricsReadings): void {
  const common = { registers: [registry], aggregator: 'max' as const };
  const counts = [
    [
      'documents',
      'quire_documents',
      'Documents in the index, and deleted ones until gc removes them; none while the index is away',
    ],
    [
      'versions',
      'quire_version_entries',
      'Entries of versions in the index: fewer than versions after a rebuild; none while the index is away',
    ],
  ] as const;
  for (const [kind, name, help] of counts) {
    new Gauge({
      ...common,
      name,
      help,
      async collect() {
        const counted = await readings.entries?.();
        this.reset();
        if (counted) this.set(counted[kind]);
        else this.remove();
      },
    });
  }
  const runs = [
    ['quire_maintenance_last_end_timestamp_seconds', 'When the last reindex, doctor or gc ended', 'at'],
    [
      'quire_maintenance_last_result',
      '1: the last reindex, doctor or gc was done; 0: it failed, was stopped or left faults',
      'isDone',
    ],
  ] as const;
  for (const [name, help, field] of runs) {
    new Gauge({
      ...common,
      name,
      help,
      labelNames: ['command'],
      async collect() {
        const known = await readings.runs?.();
        this.reset();
        for (const { command, ...run } of known ?? []) this.set({ command }, Number(run[field]));
      },
    });
  }
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
