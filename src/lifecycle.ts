import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpConfig } from './config/config.js';
import type { BackgroundTasks } from './consistency/background-tasks.js';
import { listen, listenForMetrics, type HttpServer } from './http/server.js';
import type { FolderCommands } from './folder-commands.js';
import type { GenerationRecord } from './log/generation-record.js';
import { type Logger, describeError } from './observability/logger.js';
import type { Readiness, SetUp } from './operations/readiness.js';
import { prepareLog } from './operations/prepare-log.js';
import type { Backends } from './backends.js';
import { waitingLog } from './service-events.js';
import type { Marks } from './watch-marks.js';

/** How long to wait for a backend before listening without it. */
const START_GRACE_MS = 2_000;
const SHUTDOWN_GRACE_MS = 30_000;
const BACKGROUND_GRACE_MS = 5_000;

export type Started = { url: string; port: number; prepared: Promise<void> };

type Wired = {
  config: HttpConfig;
  backends: Backends;
  generation: GenerationRecord;
  marks: Marks;
  background: BackgroundTasks;
  readiness: Readiness;
  http: HttpServer;
  metricsServer: Server;
  closeTracer(): Promise<void>;
  logger: Logger;
  setUp: SetUp;
  /** Another process of this service has proven the store and set up log and index. */
  isPrepared: boolean;
  onUrl(url: string): void;
  /** Undefined: in cluster mode commands need no service. */
  serveCommands: (() => Promise<FolderCommands>) | undefined;
};

/** Starts a service and closes it. */
export class Lifecycle {
  readonly #wired: Wired;
  readonly #ending = new AbortController();
  #commands: FolderCommands | undefined;

  constructor(wired: Wired) {
    this.#wired = wired;
  }

  async start(): Promise<Started> {
    const { config, http, metricsServer, onUrl } = this.#wired;
    await this.#serveCommands();
    const prepared = this.#prepare();
    // The caller gets the failure by `prepared`, and may not listen to it yet.
    prepared.catch(() => undefined);
    await Promise.race([prepared, delay(START_GRACE_MS, undefined, { ref: false })]);
    await listenForMetrics(metricsServer, config);
    const port = await listen(http.server, { ...config, setting: 'PORT' });
    const url = `http://${reachableHost(config.host)}:${port}`;
    onUrl(url);
    return { url, port, prepared };
  }

  async close(): Promise<void> {
    const { readiness, http, metricsServer, closeTracer, background, marks, backends } = this.#wired;
    this.#ending.abort();
    readiness.drain();
    await Promise.all([http.close(SHUTDOWN_GRACE_MS), this.#commands?.close()]);
    metricsServer.close();
    metricsServer.closeAllConnections();
    await Promise.all([background.drained(BACKGROUND_GRACE_MS), marks.close(), closeTracer()]);
    await Promise.all([backends.index.close(), backends.store.close(), backends.counters.close()]);
    await backends.release();
  }

  /** On a full or read-only disk there is no socket, and commands are refused. */
  async #serveCommands(): Promise<void> {
    const { serveCommands, logger } = this.#wired;
    this.#commands = await serveCommands?.().catch((error: unknown) => {
      logger.warn(
        { cause: describeError(error) },
        'no command socket: reindex, doctor and gc beside this service will be refused',
      );
      return undefined;
    });
  }

  async #prepare(): Promise<void> {
    const { backends, generation, setUp, marks, logger, isPrepared } = this.#wired;
    const tellWaiting = waitingLog(logger);
    const state = isPrepared
      ? 'ready'
      : await prepareLog(
          { store: backends.store, index: backends.index, generation },
          {
            onWaiting: (error) => {
              setUp.state = 'waiting';
              tellWaiting(error);
            },
            onProven: () => {
              setUp.isProven = true;
            },
            signal: this.#ending.signal,
          },
        );
    setUp.state = 'done';
    marks.watch.start();
    if (state === 'index lost') logger.error('the index is lost or was emptied: run `quire reindex`');
    else if (!isPrepared) logger.info('set up');
  }
}

function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
