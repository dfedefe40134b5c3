import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpConfig } from '../config/config.js';
import type { BackgroundTasks } from '../consistency/background-tasks.js';
import { listen, listenForMetrics, reachableHost, type HttpServer } from '../http/server.js';
import type { GenerationRecord } from '../log/generation-record.js';
import type { Readiness, SetUp } from '../operations/readiness.js';
import { prepareLog } from '../operations/prepare-log.js';
import type { Backends } from './backends.js';
import type { UnderWay } from '../platform/under-way.js';
import type { ServiceEvents } from './service-events.js';
import { endInPhases, type Phase } from './shutdown.js';
import type { Marks } from './watch-marks.js';

/** How long to wait for a backend before listening without it. */
const START_GRACE_MS = 2_000;
/** For requests in flight. */
const REQUESTS_MS = 30_000;
/** Each phase's limit: the sum is less than what containers get (40 s), and what a worker gets. */
export const SHUTDOWN_LIMITS_MS = {
  requests: REQUESTS_MS + 500,
  metrics: 100,
  background: 3_000,
  threads: 100,
  index: 2_000,
  store: 1_500,
  counters: 500,
  telemetry: 1_000,
};

/** `metricsUrl`: undefined without metrics, or where another process has them. */
export type Started = { url: string; port: number; metricsUrl: string | undefined; prepared: Promise<void> };

type Wired = {
  config: HttpConfig;
  backends: Backends;
  generation: GenerationRecord;
  marks: Marks;
  background: BackgroundTasks;
  /** Requests, also those whose clients have left. */
  underWay: UnderWay;
  readiness: Readiness;
  http: HttpServer;
  metricsServer: Server;
  closeThreads(): Promise<void>;
  closeTracer(): Promise<void>;
  events: ServiceEvents;
  setUp: SetUp;
  /** How the operator's shell runs `quire` on this folder; undefined: unknown. */
  command: string | undefined;
  /** Another process of this service has proven the store and set up log and index. */
  isPrepared: boolean;
  /** Writes go through from now on. */
  onSetUp(): void;
  onUrl(url: string): void;
};

/** Starts a service and closes it. */
export class Lifecycle {
  readonly #wired: Wired;
  readonly #ending = new AbortController();

  constructor(wired: Wired) {
    this.#wired = wired;
  }

  async start(): Promise<Started> {
    const { config, http, metricsServer, onUrl } = this.#wired;
    const prepared = this.#prepare();
    // The caller gets the failure by `prepared`, and may not listen to it yet.
    prepared.catch(() => undefined);
    await Promise.race([prepared, delay(START_GRACE_MS, undefined, { ref: false })]);
    const metricsUrl = await listenForMetrics(metricsServer, config);
    const port = await listen(http.server, { ...config, setting: 'PORT' });
    const url = `http://${reachableHost(config.host)}:${port}`;
    onUrl(url);
    return { url, port, metricsUrl, prepared };
  }

  /** Returns the names of the phases that failed or did not end in time. */
  close(): Promise<string[]> {
    const { readiness, events } = this.#wired;
    this.#ending.abort();
    readiness.drain();
    return endInPhases(this.#phases(), events.shutdownCut);
  }

  #phases(): Phase[] {
    const { http, underWay, background, marks, backends, closeThreads, closeTracer, events } = this.#wired;
    const limits = SHUTDOWN_LIMITS_MS;
    // To cut off slow clients is a good end. What a request of theirs still does is left to the background work.
    const finishRequests = async () => {
      const cutOff = await http.close(REQUESTS_MS);
      if (cutOff > 0) events.connectionsCutOff(cutOff);
    };
    return [
      { name: 'requests', limitMs: limits.requests, end: finishRequests },
      { name: 'metrics', limitMs: limits.metrics, end: () => this.#closeMetrics() },
      {
        name: 'background work',
        limitMs: limits.background,
        // A client that has left does not end the work of its request.
        end: () => Promise.all([underWay.idle().then(() => background.end()), marks.close()]),
        left: () => ({ requests: underWay.count, tasks: background.count }),
      },
      { name: 'threads', limitMs: limits.threads, end: closeThreads },
      { name: 'index', limitMs: limits.index, end: () => backends.index.close() },
      // Of a folder that is still written to, the end of the process lets go.
      { name: 'object store', limitMs: limits.store, end: () => backends.store.close().then(() => backends.release()) },
      { name: 'counters', limitMs: limits.counters, end: () => backends.counters.close() },
      { name: 'telemetry', limitMs: limits.telemetry, end: closeTracer },
    ];
  }

  #closeMetrics(): void {
    const { metricsServer } = this.#wired;
    metricsServer.close();
    metricsServer.closeAllConnections();
  }

  async #prepare(): Promise<void> {
    const { backends, generation, setUp, marks, events, isPrepared, command, onSetUp } = this.#wired;
    const state = isPrepared
      ? 'ready'
      : await prepareLog(
          { store: backends.store, index: backends.index, generation },
          {
            onWaiting: (error) => {
              setUp.state = 'waiting';
              events.backendAwaited(error);
            },
            onProven: () => {
              setUp.isProven = true;
            },
            signal: this.#ending.signal,
          },
        );
    setUp.state = 'done';
    marks.watch.start();
    onSetUp();
    if (state === 'index lost') events.indexLost(command);
    else if (!isPrepared) events.setUp();
  }
}
