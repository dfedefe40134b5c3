import cluster, { type Worker } from 'node:cluster';
import { readConfig } from '../config/read-config.js';
import type { Env } from '../config/env-reader.js';
import { CollectedLines } from '../observability/collected-lines.js';
import { createLogger, openOutput } from '../observability/logger.js';
import { createMetrics } from '../observability/metrics.js';
import { runService } from '../server/run-service.js';
import { createService } from '../server/service.js';
import { snapshotOf } from './pool-metrics.js';
import { WORKER_STORE, type FromWorker, type ToWorker } from './messages.js';

export type WorkerProcess = {
  env: Env;
  nodeVersion: string;
  interrupted: Promise<void>;
  onExit(last: () => void): void;
};

/** Serves until the primary process asks it to end, or has died. */
export async function runWorker({ env, nodeVersion, interrupted, onExit }: WorkerProcess): Promise<void> {
  const worker = self();
  const metrics = createMetrics();
  const stopped = untilStopped(worker);
  // The primary process answers with `stop` and hands over no more connections. Only then does this worker end.
  void interrupted.then(() => send({ kind: 'asked' }));
  onMessage(worker, 'metrics', () => {
    void snapshotOf(metrics.registry).then((snapshot) => send({ kind: 'metrics', metrics: snapshot }));
  });
  const lines = new CollectedLines(openOutput());
  onExit(() => lines.flush());
  const config = readConfig(env);
  const service = await createService(config, {
    logger: createLogger(config.logLevel, { fields: { pid: worker.process.pid }, output: lines }),
    metrics,
    nodeVersion,
    isPrepared: env[WORKER_STORE] === 'prepared',
  });
  await runService(service, {
    interrupted: stopped,
    onListening: ({ url, port }) => {
      void send({ kind: 'listening', at: { url, port } });
    },
    onPrepared: () => {
      void send({ kind: 'prepared' });
    },
  });
}

/** Tells the primary process why this worker ends. False: it no longer hears. */
export function reportFailure(reason: string): Promise<boolean> {
  return send({ kind: 'failed', reason });
}

function untilStopped(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    onMessage(worker, 'stop', resolve);
    worker.once('disconnect', () => {
      // Otherwise Node ends the process at once, with requests in flight.
      worker.exitedAfterDisconnect = true;
      resolve();
    });
  });
}

function onMessage(worker: Worker, kind: ToWorker['kind'], on: () => void): void {
  worker.on('message', (message: ToWorker) => {
    if (message.kind === kind) on();
  });
}

/** False: the primary process has died or disconnected. */
async function send(message: FromWorker): Promise<boolean> {
  const worker = self();
  if (!worker.isConnected()) return false;
  return new Promise((resolve) => {
    worker.send(message, (error: Error | null) => resolve(error === null));
  });
}

function self(): Worker {
  if (!cluster.worker) throw new Error('this process is no worker');
  return cluster.worker;
}
