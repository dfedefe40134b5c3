import { Command } from 'commander';
import type { LogPlace } from '../config/config.js';
import { readPlaces } from '../config/read-places.js';
import { OperatorError, UnavailableError } from '../domain/errors.js';
import { objectStoreAt, openObjectStore } from '../parts.js';
import { copyLog, holdsLog } from '../rebuild/copy-log.js';
import { LOG_KINDS } from '../rebuild/sync-kinds.js';
import { CopyTally, type CopyReport } from '../rebuild/sync-tally.js';
import type { Io } from './io.js';
import { parseWidth } from './parse-options.js';
import { progressOn } from './progress.js';
import { stopSignal, StoppedError } from './stopping.js';
import { isSamePlace, nameOf } from './sync-places.js';
import { syncJson, syncText } from './sync-summary.js';

type Options = {
  from: string; to: string; verify: boolean; dryRun: boolean; concurrency: number; json: boolean;
};

const HELP = `
A place is a data folder (DATA_DIR) or s3://bucket/prefix; buckets are reached by S3_ENDPOINT, S3_FORCE_PATH_STYLE,
S3_KMS_KEY_ID, S3_TIMEOUT_MS and AWS_*, as the service's is. Copied are documents, folders, owners' plans, keys,
revocations and suspensions; the index is not: run \`quire reindex\` for the target afterwards.

Nothing is removed at the target, and nothing overwritten but a key that retires earlier at the source. An object that is
another one at the target is a conflict: it is named, its document is left as it is there, and the exit code is 1. A
document that was deleted at the source, and whose traces gc has removed there since the last run, stays at the target.

Suspensions travel, and so does their end, unless the target itself has had as many commands about that owner: then a
suspension there stays until \`quire owners resume\` is run there.

The services of both places may run. Run it once while they do, which takes long, then stop the writers of the source
and run it again, which takes the time of the listings. A run that was ended goes on where it was.

Cost: a listing of both places (one request for 1,000 objects); for each object copied two reads and a write, as
what was copied is read back and compared. What both places have already is taken to be equal, since an object is never
written twice. --verify reads that too: two reads for every object. Use it after an accident, or where both places
took writes.
`;

export function syncCommand(io: Io): Command {
  return new Command('sync').description('copy a log: from a folder into a bucket, back, or from one to another')
    .requiredOption('--from <place>', 'what is copied')
    .requiredOption('--to <place>', 'where to')
    .option('--verify', 'compare what both places have, byte for byte', false)
    .option('--dry-run', 'only say what would be copied', false)
    .option('--concurrency <number>', 'copies at once', parseWidth, 16)
    .option('--json', 'print one JSON line at the end, and progress as JSON lines on standard error', false)
    .addHelpText('after', HELP)
    .action((options: Options) => sync(io, options));
}

async function sync(io: Io, options: Options): Promise<void> {
  const places = readPlaces(io.env, { '--from': options.from, '--to': options.to });
  const [from, to] = [places['--from'], places['--to']];
  if (await isSamePlace(from, to)) throw new OperatorError('--from and --to are the same place');
  const source = await objectStoreAt(from);
  if (!await holdsLog(source)) throw new OperatorError(noLogAt(from));
  const target = await (options.dryRun ? objectStoreAt(to) : openObjectStore(to));
  const progress = progressOn(io.stderr, { json: options.json });
  const tally = new CopyTally(progress);
  const began = performance.now();
  try {
    const { concurrency: width, verify, dryRun } = options;
    await copyLog({ source, target, width, verify, dryRun, tally, progress, signal: stopSignal(io) });
  } catch (error) {
    throw explained(error, tally.report);
  } finally {
    progress.stop();
    await Promise.all([source.close(), target.close()]);
  }
  const seconds = (performance.now() - began) / 1_000;
  const done = { from: nameOf(from), to: nameOf(to), dryRun: options.dryRun, seconds, report: tally.report };
  io.print(options.json ? syncJson(done) : syncText(done));
  const { conflicts, unreadable } = tally.report;
  if (conflicts.length > 0) throw new OperatorError('not everything could be copied: see the conflicts');
  if (unreadable.count > 0) throw new OperatorError(`${unreadable.count} objects of the source cannot be read`);
}

function noLogAt(place: LogPlace): string {
  const hint = place.mode === 'embedded' ? ' (a data folder has the folder objects in it)' : '';
  return `there is nothing of a log at ${nameOf(place)}${hint}`;
}

/** A stopped run keeps its copies: no clean-up before the next run. */
function explained(error: unknown, { copied }: CopyReport): unknown {
  const count = LOG_KINDS.reduce((sum, kind) => sum + copied[kind], 0);
  if (error instanceof StoppedError) return new StoppedError(`stopped after ${count} objects were copied: run it again to go on`);
  if (!(error instanceof UnavailableError)) return error;
  const reason = `${error.message}${systemReason(error.cause)}`;
  return new OperatorError(`${reason}; ${count} objects were copied: run it again to go on`, { cause: error });
}

/** The operating system's message, like "no space left on device". Messages of server clients are not for people. */
function systemReason(cause: unknown): string {
  return cause instanceof Error && 'syscall' in cause && cause.message !== '' ? ` (${cause.message})` : '';
}
