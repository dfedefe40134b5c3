import { Command } from 'commander';
import { readConfig } from '../config/read-config.js';
import { OperatorError, UnavailableError } from '../domain/errors.js';
import { openMaintenance } from '../backends.js';
import { loadBatch, type Loading } from '../maintenance/reindex/load-batch.js';
import { readContext } from '../maintenance/shared/with-lease.js';
import { explain } from './exit-status.js';
import type { FromHelper, ToHelper } from './helper-process.js';
import type { Channel, ProcessContext } from './process-context.js';

/** Internal: `quire reindex --workers` starts it. */
export function reindexHelperCommand(io: ProcessContext): Command {
  return new Command('reindex-helper').action(() => help(io));
}

/** Loads batches until the rebuild ends or dies. Only the rebuild's own process reacts to the operator. */
async function help({ env, parent }: ProcessContext): Promise<void> {
  if (!parent) throw new OperatorError('this is a part of quire reindex --workers');
  const backends = await openMaintenance(readConfig(env).storage);
  const stop = new AbortController().signal;
  const { log, admin, retryPolicy } = readContext(backends, { stop, progress: SILENT });
  parent.onMessage((message) => {
    const { id, source, to, batch } = message as ToHelper;
    const onRetry = ({ message: reason }: UnavailableError) => send(parent, { id, kind: 'retrying', reason });
    const loading: Loading = { log, admin, source, to, retryPolicy: { ...retryPolicy, onRetry } };
    loadBatch(loading, batch).then(
      (loaded) => send(parent, { id, kind: 'loaded', loaded }),
      (error: unknown) =>
        send(parent, { id, kind: 'failed', reason: explain(error), isUnavailable: error instanceof UnavailableError }),
    );
  });
  await parent.ended;
}

function send(parent: Channel, message: FromHelper): void {
  parent.send(message);
}

const SILENT = {
  start: () => undefined,
  expect: () => undefined,
  advance: () => undefined,
  note: () => undefined,
  stop: () => undefined,
};
