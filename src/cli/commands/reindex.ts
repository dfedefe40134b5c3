import { Command } from 'commander';
import { jsonLine } from '../process/json-line.js';
import type { Storage } from '../../config/config.js';
import { readConfig } from '../../config/read-config.js';
import { RETENTION_MS } from '../../domain/limits.js';
import { GenerationRecord } from '../../log/generation-record.js';
import { LeaseRecords } from '../../log/lease-records.js';
import { expectDataFolder, openMaintenance, openObjectStore } from '../../server/backends.js';
import type { MaintenanceContext } from '../../maintenance/shared/rebuild-job.js';
import type { ProgressReporter } from '../../platform/progress.js';
import { reindex, type ReindexReport } from '../../maintenance/reindex/reindex.js';
import { abortInterruptedRebuild, type AbortOutcome } from '../../maintenance/reindex/former-rebuilds.js';
import { readStatus, dryRun, type Status, type DryRunReport } from '../../maintenance/reindex/dry-run.js';
import { withLease, type MaintenanceBackends } from '../../maintenance/shared/with-lease.js';
import { withPlace } from '../process/command-at.js';
import type { ProcessContext } from '../process/process-context.js';
import { notedRun } from './noted-run.js';
import { progressOn } from '../process/progress.js';
import { stopSignal } from '../process/exit-status.js';
import { anomalyLines } from './anomaly-lines.js';

type ReindexCommandOptions = {
  dryRun?: boolean;
  status?: boolean;
  abort?: boolean;
  discardIndex?: boolean;
  acceptUnreadable?: boolean;
  json?: boolean;
};

/** Added to the index timeout: after both no call to the old index is under way. */
const MARGIN_MS = 1_000;

export function reindexCommand(io: ProcessContext): Command {
  return new Command('reindex')
    .option('--dry-run', 'list the log and say what a rebuild would do')
    .option('--status', 'show the running or last reindex, repair or gc, and how far the rebuild is')
    .option('--abort', 'abort an interrupted rebuild: remove its index and its write block')
    .option('--discard-index', 'first delete the current index; every request is 503 until the rebuild ends')
    .option(
      '--accept-unreadable',
      'swap although objects cannot be read; their documents, folders and keys are 503 until they are restored',
    )
    .option('--json', 'print one JSON line for programs')
    .action((options: ReindexCommandOptions) => run(io, options));
}

async function run(io: ProcessContext, options: ReindexCommandOptions): Promise<void> {
  const { storage } = readConfig(io.env);
  // The status is in the object store.
  if (options.status) return showStatus(io, storage, options);
  await work(io, storage, options);
}

/** As `quire reindex`. */
export async function rebuildIndex(io: ProcessContext, { json }: { json: boolean }): Promise<void> {
  await work(io, readConfig(io.env).storage, { json });
}

async function showStatus(io: ProcessContext, storage: Storage, { json }: ReindexCommandOptions): Promise<void> {
  if (storage.mode === 'embedded') expectDataFolder(storage.dataDir);
  const store = await openObjectStore(storage);
  try {
    const status = await readStatus(new LeaseRecords(store));
    io.print(json ? jsonLine(status) : statusText(status), 'lines');
  } finally {
    await store.close();
  }
}

async function work(io: ProcessContext, storage: Storage, options: ReindexCommandOptions): Promise<void> {
  const progress = progressOn(io.stderr, { json: options.json });
  const isRebuild = options.dryRun !== true && options.abort !== true;
  const backends = await openMaintenance(storage, {
    ...(isRebuild && { onDamage: (what) => progress.note(`the index is damaged and was removed: ${what}`) }),
  });
  const acted = async () => {
    const { value, text } = await act({ io, storage, backends, progress }, options);
    progress.stop();
    io.print(options.json ? jsonLine(value as object) : text, 'lines');
  };
  try {
    await (isRebuild ? notedRun(backends.store, 'reindex', acted) : acted());
  } finally {
    progress.stop();
    await Promise.all([backends.store.close(), backends.admin.close()]);
  }
}

type ReindexCommand = {
  io: ProcessContext;
  storage: Storage;
  backends: MaintenanceBackends;
  progress: ProgressReporter;
};

async function act(command: ReindexCommand, options: ReindexCommandOptions): Promise<{ value: unknown; text: string }> {
  const { io, storage, backends, progress } = command;
  const stop = stopSignal(io);
  if (options.dryRun) {
    const found = await dryRun({ ...backends, generations: new GenerationRecord(backends.store) }, progress, stop);
    return { value: found, text: dryRunText(found) };
  }
  const underLease = <T>(work: (context: MaintenanceContext) => Promise<T>) =>
    withLease(backends, { maintenance: 'reindex', progress, stop }, work);
  if (options.abort) {
    const fate = await underLease(abortInterruptedRebuild);
    return { value: { fate }, text: abortText(fate) };
  }
  const report = await underLease((context) =>
    reindex(context, {
      retentionMs: RETENTION_MS,
      keepOldMs: storage.mode === 'cluster' ? storage.openSearch.timeoutMs + MARGIN_MS : 0,
      discardIndex: options.discardIndex === true,
      acceptUnreadable: options.acceptUnreadable === true,
    }),
  );
  return { value: report, text: withPlace(reindexText(report), io.command) };
}

function reindexText(report: ReindexReport): string {
  const { index, counts, pausedMs, resumed, anomalies } = report;
  return lines([
    `The index ${index} is in use${resumed ? ' (an interrupted rebuild was completed)' : ''}.`,
    `  ${counts.documents} documents, ${counts.deleted} of them deleted, with ${counts.versions} versions; ${counts.folders} folders of older releases${keysText(counts.keys)}`,
    `  ${counts.followed} changes were followed, ${counts.behind} documents were behind the log, ${counts.repaired} of them repaired`,
    `  writers waited for ${Math.round(pausedMs)} ms`,
    ...anomalyLines(anomalies),
    ...(anomalies['unreadable object'] ? [ADVICE] : []),
  ]);
}

const ADVICE = '  what cannot be read answers 503 until it is restored; then run `quire doctor --repair`';

function dryRunText({ documents, versions, folders, source, replaces, anomalies }: DryRunReport): string {
  const now = source
    ? `beside the index ${source.name} (schema ${source.schemaVersion}), whose changes would be followed`
    : `alone: ${replaces === null ? 'there is no index' : `the index ${replaces} is empty`}`;
  return lines([
    `${documents} documents with ${versions} versions, and ${folders} folders of older releases, would be brought into a new index,`,
    `${now}. Nothing was changed.`,
    ...anomalyLines(anomalies),
  ]);
}

function statusText({ maintenance, state, startedAt, lastSignOfLife, rebuild }: Status): string {
  if (maintenance === null) return 'No reindex, repair or gc has run.';
  const times =
    state === 'ended'
      ? `ended at ${lastSignOfLife}`
      : `began at ${startedAt}; its last sign of life was at ${lastSignOfLife}`;
  const last = `The last maintenance (${maintenance}) ${times}.`;
  if (!rebuild) return last;
  if (rebuild.phase === 'done') return lines([last, `The rebuild of ${rebuild.startedAt} is complete.`]);
  const { counts } = rebuild;
  return lines([
    last,
    `The rebuild of ${rebuild.startedAt} is not complete: ${rebuild.phase}, ${counts.documents} documents, ` +
      `${counts.folders} folders of older releases so far.`,
    ...anomalyLines(rebuild.anomalies),
  ]);
}

function abortText(fate: AbortOutcome): string {
  if (fate === 'given up') return 'The interrupted rebuild was aborted; the previous index stays in use.';
  if (fate === 'swapped') return 'The interrupted rebuild had already swapped: it was completed.';
  return 'There was no interrupted rebuild.';
}

function lines(all: readonly string[]): string {
  return all.join('\n');
}

function keysText(keys: number): string {
  return keys > 0 ? `, ${keys} keys of documents` : '';
}
