import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import type { Config } from '../config/config.js';
import { OperatorError } from '../domain/errors.js';
import { listenForMetrics } from '../http/server.js';
import { createLogger, type Logger, type LineOutput } from '../observability/logger.js';
import { createMetricsServer } from '../observability/metrics.js';
import { announce, type Addresses } from '../server/run-service.js';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.js';
import { PoolMetrics } from './pool-metrics.js';
import { ForkedWorker } from './forked-worker.js';
import { WORKER_STORE, type WorkerOptions } from './messages.js';

/** More than the phases of a worker's shutdown take together, less than the 40 s that containers get. */
export const STOP_GRACE_MS = 39_000;

export type PrimaryProcess = {
  interrupted: Promise<void>;
  /** Takes the log lines of all workers. */
  output: LineOutput;
  onListening(addresses: Addresses): void;
  /** Runs `work` when the process exits for any reason. */
  onExit(work: () => void): void;
};

/** Serves with several workers until this process is asked to end. Leaves none behind. Raises `OperatorError`. */
export async function runPrimary(config: Config, primary: PrimaryProcess): Promise<void> {
  const { interrupted, output, onListening, onExit } = primary;
  const logger = createLogger(config.logLevel, { output });
  const metrics = new PoolMetrics();
  const metricsUrl = await listenForMetrics(createMetricsServer(metrics), config.http);
  // Workers share a listener only if they ask for the same port.
  const port = config.http.port || (await freePort(config.http.host));
  const pool = new WorkerPool<ForkedWorker>({
    size: config.workers,
    fork: ({ isPrepared }) => forkWorker({ port, isPrepared }, output),
    onListening: ({ url }) => {
      announce(logger, config, { url, metricsUrl });
      onListening({ url, metricsUrl });
    },
    ...poolEvents(logger, metrics),
  });
  onExit(() => pool.kill());
  pool.start();
  await Promise.race([pool.fatal, interrupted]);
  logger.info('stopping');
  const failed = await pool.stop(STOP_GRACE_MS);
  if (failed > 0)
    throw new OperatorError(
      `${failed} of ${config.workers} workers failed to end, or were killed as they took too long`,
    );
  logger.info('stopped');
}

type PoolEvents = Pick<WorkerPoolOptions<ForkedWorker>, 'onJoined' | 'onLeft'>;

function poolEvents(logger: Logger, metrics: PoolMetrics): PoolEvents {
  return {
    onJoined: (member) => {
      metrics.joined(member);
      logger.info({ worker: member.pid }, 'worker listens');
    },
    onLeft: (member, { ending, pauseMs }) => {
      const isReplaced = pauseMs !== undefined;
      // A worker that gets SIGTERM ends with 0, also if it cuts off slow clients; with 1 if a phase failed or hung.
      const isDeath = isReplaced && ending.code !== 0;
      metrics.left(member, isDeath);
      const line = { worker: member.pid, ...ending };
      if (isReplaced) logger[isDeath ? 'error' : 'info']({ ...line, pauseMs }, 'worker ended, another one follows');
      else if (ending.reason !== undefined) logger.error(line, 'worker failed to end');
    },
  };
}

/** Starts this program again as a worker that shares the listener. Raises `OperatorError` inside a cluster worker. */
function forkWorker({ port, isPrepared }: WorkerOptions & { port: number }, output: LineOutput): ForkedWorker {
  if (!cluster.isPrimary) throw new OperatorError('this process is a worker of another program: set WORKERS=1');
  cluster.setupPrimary({ stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const worker = cluster.fork({
    [WORKER_STORE]: isPrepared ? 'prepared' : 'new',
    PORT: String(port),
    METRICS_PORT: 'off',
    WORKERS: '1',
  });
  if (worker.process.stdout) relayLines(worker.process.stdout, output);
  return new ForkedWorker(worker);
}

async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Passes on whole lines: several writers to one slow pipe could mix them. A partial last line is dropped. */
export function relayLines(from: Readable, output: LineOutput): void {
  let rest = '';
  from.setEncoding('utf8');
  from.on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) output.write(rest + text.slice(0, end));
    rest = end > 0 ? text.slice(end) : rest + text;
  });
}
