import cluster, { type Worker } from 'node:cluster';
import { readConfig } from '../config/read-config.js';
import type { Env } from '../config/env-reader.js';
import { createLogger } from '../observability/logger.js';
import { createMetrics } from '../observability/metrics.js';
import { snapshotOf } from '../observability/snapshot.js';
import { runService } from '../run-service.js';
import { createService } from '../service.js';
import { WORKER_STORE, type FromWorker, type ToWorker } from './messages.js';

export type WorkerProcess = { env: Env; interrupted: Promise<void> };

/** Whether this process is a worker, which `forkWorker` has started. */
export function isWorker(env: Env): boolean {
  return cluster.isWorker && env[WORKER_STORE] !== undefined;
}

/** What a worker does: it serves until it, or the primary process, is asked to end, or the primary process has died. */
export async function work({ env, interrupted }: WorkerProcess): Promise<void> {
  const worker = self();
  const metrics = createMetrics();
  const stopped = untilStopped(worker);
  onMessage(worker, 'metrics', () => {
    void snapshotOf(metrics.registry).then((snapshot) => tell({ kind: 'metrics', metrics: snapshot }));
  });
  const config = readConfig(env);
  const service = await createService(config, {
    logger: createLogger(config.logLevel, { fields: { pid: worker.process.pid } }),
    metrics,
    isPrepared: env[WORKER_STORE] === 'prepared',
  });
  await runService(service, {
    interrupted: Promise.race([interrupted, stopped]),
    onListening: ({ url, port }) => { void tell({ kind: 'listening', at: { url, port } }); },
    onPrepared: () => tell({ kind: 'prepared' }),
  });
}

/** Why the worker ends, for the primary process to say; resolves when it is on its way. */
export function tellFailure(reason: string): Promise<void> {
  return tell({ kind: 'failed', reason });
}

function untilStopped(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    onMessage(worker, 'stop', resolve);
    worker.once('disconnect', () => {
      // Otherwise Node ends the process now, with requests in flight.
      worker.exitedAfterDisconnect = true;
      resolve();
    });
  });
}

function onMessage(worker: Worker, kind: ToWorker['kind'], on: () => void): void {
  worker.on('message', (message: ToWorker) => { if (message.kind === kind) on(); });
}

/** A primary process that has died hears nothing. */
async function tell(message: FromWorker): Promise<void> {
  await new Promise<void>((resolve) => {
    if (self().isConnected()) self().send(message, () => resolve());
    else resolve();
  });
}

function self(): Worker {
  if (!cluster.worker) throw new Error('this process is no worker');
  return cluster.worker;
}
