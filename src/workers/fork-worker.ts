import cluster from 'node:cluster';
import { OperatorError } from '../domain/errors.js';
import type { LineOutput } from '../observability/logger.js';
import { ForkedWorker } from './forked-worker.js';
import { WORKER_STORE, type WorkerWish } from './messages.js';
import { relayLines } from './relay-lines.js';

/** Starts this program again as a worker that shares the listener. Raises `OperatorError` inside a cluster worker. */
export function forkWorker({ port, isPrepared }: WorkerWish, output: LineOutput): ForkedWorker {
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
