import type { Config } from '../config/config.js';
import { OperatorError } from '../domain/errors.js';
import { listenForMetrics } from '../http/server.js';
import { createLogger, openOutput, type Logger } from '../observability/logger.js';
import { createMetricsServer } from '../observability/metrics-server.js';
import { announce } from '../run-service.js';
import { Crew, type CrewOptions } from './crew.js';
import { CrewMetrics } from './crew-metrics.js';
import { forkWorker } from './fork-worker.js';
import type { ForkedWorker } from './forked-worker.js';

/** A worker's limit: 30 s for requests, 5 s for background work, the rest for closing its backends. */
const STOP_GRACE_MS = 37_000;

export type PrimaryProcess = {
  interrupted: Promise<void>;
  /** Runs `work` when the process exits for any reason. */
  onExit(work: () => void): void;
};

/** Serves with several workers until this process is asked to end. Leaves none behind. Raises `OperatorError`. */
export async function lead(config: Config, { interrupted, onExit }: PrimaryProcess): Promise<void> {
  const output = openOutput();
  const logger = createLogger(config.logLevel, { output });
  const metrics = new CrewMetrics();
  const crew = new Crew<ForkedWorker>({
    size: config.workers,
    port: config.http.port,
    fork: (wish) => forkWorker(wish, output),
    onListening: ({ url }) => announce(logger, config, url),
    ...told(logger, metrics),
  });
  onExit(() => crew.kill());
  const metricsServer = createMetricsServer(metrics);
  await listenForMetrics(metricsServer, config.http);
  crew.start();
  await Promise.race([crew.doomed, interrupted]);
  const failed = await crew.stop(STOP_GRACE_MS);
  if (failed > 0)
    throw new OperatorError(
      `${failed} of ${config.workers} workers failed to end, or were killed as they took too long`,
    );
}

type Told = Pick<CrewOptions<ForkedWorker>, 'onJoined' | 'onLeft'>;

function told(logger: Logger, metrics: CrewMetrics): Told {
  return {
    onJoined: (member) => {
      metrics.joined(member);
      logger.info({ worker: member.pid }, 'worker listens');
    },
    onLeft: (member, { ending, pauseMs }) => {
      const isDeath = pauseMs !== undefined;
      metrics.left(member, isDeath);
      const line = { worker: member.pid, ...ending };
      if (isDeath) logger.error({ ...line, pauseMs }, 'worker ended, another one follows');
      else if (ending.reason !== undefined) logger.error(line, 'worker failed to end');
    },
  };
}
