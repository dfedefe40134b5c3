import { jsonLine } from '../process/json-line.js';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Storage } from '../../config/config.js';
import { readConfig } from '../../config/read-config.js';
import { RETENTION_MS } from '../../domain/limits.js';
import { openMaintenance } from '../../server/backends.js';
import { collectGarbage, LEAST_RETENTION_MS, previewGarbage, type GcReport } from '../../maintenance/gc/gc.js';
import { readContext, withLease } from '../../maintenance/shared/with-lease.js';
import { bytesText, daysText } from '../process/format.js';
import type { ProgressReporter } from '../../platform/progress.js';
import { withPlace } from '../process/command-at.js';
import type { ProcessContext } from '../process/process-context.js';
import { notedRun } from './noted-run.js';
import { parseDuration } from '../process/parse-options.js';
import { progressOn } from '../process/progress.js';
import { FaultsLeftError, stopSignal } from '../process/exit-status.js';
import { exampleLines } from './anomaly-lines.js';

type GcOptions = { dryRun: boolean; retention: number; json: boolean };

const HELP = `
The services keep running; no rebuild and no repair may run at the same time. gc may be killed and run again.

A deleted document leaves a tombstone in log and index. The tombstone keeps late writes from bringing the document back,
and tells a repeated Idempotency-Key from a new one. After the retention gc removes the document's objects, those
of late writes included. After another retention it removes the index entry, and the identifier is free. The tombstone of a document that was
created with an Idempotency-Key stays for ever, and so does that of the last document of a client's own key. When a key
has had another document for a retention, all that earlier ones left goes. gc keeps the index entries of a month
that the quota still counts.

Exit code: 0 done; 1 gc failed; 2 something was left because log and index disagree.
`;

export function gcCommand(io: ProcessContext): Command {
  return new Command('gc')
    .option('--dry-run', 'say what would be removed, and remove nothing', false)
    .addOption(
      new Option('--retention <time>', 'how long traces are kept, at least a day')
        .argParser(parseRetention)
        .default(RETENTION_MS, daysText(RETENTION_MS)),
    )
    .option('--json', 'print one JSON line for programs, and progress as JSON lines on standard error', false)
    .addHelpText('after', HELP)
    .action((options: GcOptions) => {
      const { storage } = readConfig(io.env);
      return run(io, storage, options);
    });
}

async function run(io: ProcessContext, storage: Storage, options: GcOptions): Promise<void> {
  const backends = await openMaintenance(storage);
  const progress = progressOn(io.stderr, { json: options.json });
  const work = { progress, stop: stopSignal(io) };
  const collected = async () => {
    const report = options.dryRun
      ? await previewGarbage(readContext(backends, work), options.retention)
      : await withLease(backends, { ...work, maintenance: 'gc' }, (context) =>
          collectGarbage(context, options.retention),
        );
    const givenBackBytes = options.dryRun ? 0 : await giveBack(storage, progress, work.stop);
    progress.stop();
    const text = gcText(report) + givenBackText(givenBackBytes);
    io.print(options.json ? jsonLine({ ...report, givenBackBytes }) : withPlace(text, io.command), 'lines');
    const { count } = report.skipped;
    if (count > 0) throw new FaultsLeftError(`${count} deleted documents were left: log and index do not agree`);
  };
  try {
    await (options.dryRun ? collected() : notedRun(backends.store, 'gc', collected));
  } finally {
    progress.stop();
    await Promise.all([backends.store.close(), backends.admin.close()]);
  }
}

/** Returns bytes of the disk. */
async function giveBack(storage: Storage, progress: ProgressReporter, stop: AbortSignal): Promise<number> {
  if (storage.mode !== 'embedded') return 0;
  const { giveBackRoom } = await import('../../server/folder-care.js');
  return giveBackRoom(storage.dataDir, progress, stop);
}

function givenBackText(bytes: number): string {
  return bytes === 0 ? '' : `\n  ${bytesText(bytes)} of the disk were given back`;
}

function parseRetention(text: string): number {
  const retention = parseDuration(text);
  if (retention < LEAST_RETENTION_MS) throw new InvalidArgumentError('it must be a day at least.');
  return retention;
}

function gcText(report: GcReport): string {
  const {
    index,
    removed,
    retentionMs,
    tombstones,
    documents,
    slots,
    summaries,
    freed,
    lives,
    assets,
    folderEntries,
    kept,
    skipped,
  } = report;
  return [
    `The index ${index} has ${tombstones} documents that were deleted.`,
    `  ${slots} objects and ${summaries} index entries of versions of ${documents} of them ${removed ? 'were' : 'would be'} removed`,
    `  ${freed} identifiers ${removed ? 'were' : 'would be'} freed, whose objects had been removed before`,
    `  ${lives} entries of clients' keys for earlier, deleted documents ${removed ? 'were' : 'would be'} removed`,
    `  ${assets} assets that no document used ${removed ? 'were' : 'would be'} removed`,
    `  ${folderEntries} passed changes of folders ${removed ? 'were' : 'would be'} removed`,
    ...keptLine(kept.retention, `were deleted, or their objects removed, less than ${daysText(retentionMs)} ago`),
    ...keptLine(kept.month, 'were created in a month whose documents still count'),
    ...keptLine(kept.keyed, "were made with an Idempotency-Key, or are the last of a client's key"),
    ...(skipped.count === 0
      ? []
      : [
          `  ${skipped.count} are left as they are, since log and index do not agree (\`quire doctor\` says more):`,
          ...exampleLines(skipped.examples, skipped.count),
        ]),
    ...(removed ? [] : ['Nothing was changed.']),
  ].join('\n');
}

function keptLine(count: number, why: string): string[] {
  return count === 0 ? [] : [`  ${count} are kept: they ${why}`];
}
