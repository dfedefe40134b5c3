import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from 'commander';
import type { LogLocation } from '../../config/config.js';
import { readPlaces } from '../../config/read-places.js';
import { OperatorError, UnavailableError } from '../../domain/errors.js';
import { objectStoreAt, openObjectStore } from '../../server/backends.js';
import { logFile } from '../../server/folder-care.js';
import { copyLog, holdsLog } from '../../maintenance/sync/copy-log.js';
import { LOG_KINDS, type LogKind } from '../../maintenance/shared/sync-kinds.js';
import { emptyReport, type CopyReport } from '../../maintenance/sync/copy-report.js';
import { commandAtFolder } from '../process/command-at.js';
import { jsonLine } from '../process/json-line.js';
import type { ProcessContext } from '../process/process-context.js';
import { parseWidth } from '../process/parse-options.js';
import { progressOn } from '../process/progress.js';
import { stopSignal, StoppedError } from '../process/exit-status.js';
import { bytesText, durationText } from '../process/format.js';

type SyncOptions = { from: string; to: string; verify: boolean; dryRun: boolean; concurrency: number; json: boolean };

const HELP = `
A place is a data folder (DATA_DIR) or s3://bucket/prefix. Buckets are reached with S3_ENDPOINT, S3_FORCE_PATH_STYLE,
S3_KMS_KEY_ID, S3_TIMEOUT_MS and AWS_*, like the service's own. sync copies documents, folders, owners' plans, keys,
revocations and suspensions. It does not copy the index: run \`quire reindex\` on the target afterwards.

sync removes nothing at the target. It overwrites nothing but a key that retires earlier at the source. If an object
differs at the target, that is a conflict: sync names it, leaves the document there as it is, and ends with exit code 1.
A document that was deleted at the source stays at the target if gc has removed its traces since the last run.

A suspension and its end are copied. The end is not copied if the target itself has had as many commands about that
owner; then run \`quire owners resume\` there.

The services of both places may run. To move a service, run sync once while it runs, which takes long. Then stop the
writers of the source and run sync again, which takes the time of the listings. A stopped run continues where it was.

Cost: a listing of both places (one request for 1,000 objects), and two reads and a write for each copied object, as
each copy is read back and compared. Objects that both places have are taken to be equal, as an object is never written
twice. --verify compares them too, with two reads for each: use it after an accident, or if both places took writes.
`;

export function syncCommand(io: ProcessContext): Command {
  return new Command('sync')
    .requiredOption('--from <place>', 'the source')
    .requiredOption('--to <place>', 'the target')
    .option('--verify', 'compare objects that both places have, byte for byte', false)
    .option('--dry-run', 'say what would be copied, and copy nothing', false)
    .option('--concurrency <number>', 'copies at once', parseWidth, 16)
    .option('--json', 'print one JSON line at the end, and progress as JSON lines on standard error', false)
    .addHelpText('after', HELP)
    .action((options: SyncOptions) => sync(io, options));
}

async function sync(io: ProcessContext, options: SyncOptions): Promise<void> {
  const places = readPlaces(io.env, { '--from': options.from, '--to': options.to });
  const [from, to] = [places['--from'], places['--to']];
  if (await isSamePlace(from, to)) throw new OperatorError('--from and --to are the same place');
  const source = await objectStoreAt(from);
  if (!(await holdsLog(source))) throw new OperatorError(noLogAt(from));
  const target = await (options.dryRun ? objectStoreAt(to) : openObjectStore(to));
  const progress = progressOn(io.stderr, { json: options.json });
  const report = emptyReport();
  const began = performance.now();
  try {
    const { concurrency: width, verify, dryRun } = options;
    await copyLog({ source, target, width, verify, dryRun, report, progress, signal: stopSignal(io) });
  } catch (error) {
    throw explained(error, report);
  } finally {
    progress.stop();
    await Promise.all([source.close(), target.close()]);
  }
  const seconds = (performance.now() - began) / 1_000;
  const done = {
    from: nameOf(from),
    to: nameOf(to),
    reindex: reindexAt(io, to),
    dryRun: options.dryRun,
    seconds,
    report,
  };
  io.print(options.json ? syncJson(done) : syncText(done), 'lines');
  if (report.conflicts.length > 0) throw new OperatorError('not everything could be copied: see the conflicts');
  if (report.unreadable > 0) throw new OperatorError(`${report.unreadable} objects of the source cannot be read`);
}

function noLogAt(place: LogLocation): string {
  const hint = place.mode === 'embedded' ? ' (a data folder has the file log.db in it)' : '';
  return `${nameOf(place)} contains no log${hint}`;
}

/** A stopped run keeps its copies: no clean-up before the next run. */
function explained(error: unknown, { copied }: CopyReport): unknown {
  const count = LOG_KINDS.reduce((sum, kind) => sum + copied[kind], 0);
  if (error instanceof StoppedError)
    return new StoppedError(`stopped after ${count} objects were copied: run it again to go on`);
  if (!(error instanceof UnavailableError)) return error;
  const reason = `${error.message}${systemReason(error.cause)}`;
  return new OperatorError(`${reason}; ${count} objects were copied: run it again to go on`, { cause: error });
}

/** The operating system's message, like "no space left on device". Messages of server clients are not for people. */
function systemReason(cause: unknown): string {
  return cause instanceof Error && 'syscall' in cause && cause.message !== '' ? ` (${cause.message})` : '';
}

/** `reindex`: how the index of the target is built. */
type Sync = { from: string; to: string; reindex: string; dryRun: boolean; seconds: number; report: CopyReport };

const KIND_NAMES = {
  documents: 'versions and tombstones',
  'asset-uses': 'uses of assets',
  assets: 'assets',
  'asset-log': 'entries of assets',
  'by-key': 'keys of documents',
  folders: 'folders of older releases',
  'folder-trees': 'changes of folders',
  'folder-sweeps': 'deleted folders with documents',
  owners: 'plans',
  keys: 'keys',
  revocations: 'revocations',
  suspensions: 'suspensions',
} as const;

function syncJson({ from, to, dryRun, seconds, report }: Sync): string {
  const copiedBytes = dryRun ? null : report.copiedBytes;
  return jsonLine({ from, to, dryRun, ...report, copiedBytes, seconds: Math.round(seconds * 10) / 10 });
}

function syncText(sync: Sync): string {
  const { report } = sync;
  const rows: [string, string][] = [
    [sync.dryRun ? 'Would copy' : 'Copied', copiedText(sync)],
    ['Present', `${report.present} at both places before, ${report.compared} of them compared`],
  ];
  if (report.updated > 0) rows.push(['Updated', `${report.updated} keys that retire earlier at the source`]);
  if (report.onlyAtTarget > 0) rows.push(['Left', `${report.onlyAtTarget} at the target only`]);
  const foreign = { what: ' that are not of a log, not copied', count: report.foreign, first: report.firstForeign };
  const unreadable = { what: ', copied as they are', count: report.unreadable, first: report.firstUnreadable };
  if (foreign.count > 0) rows.push(['Foreign', namedText(foreign)]);
  if (unreadable.count > 0) rows.push(['Unreadable', namedText(unreadable)]);
  if (report.heldBack > 0) rows.push(['Held back', `${report.heldBack} versions behind one that is not the source's`]);
  if (report.conflicts.length > 0)
    rows.push(['Conflicts', `${report.conflicts.length}, each named above, none overwritten`]);
  return [...rows.map(([name, text]) => `${name.padEnd(12)}${text}`), ...adviceFor(sync)].join('\n');
}

function copiedText({ dryRun, report, seconds }: Sync): string {
  const counts = LOG_KINDS.toReversed()
    .flatMap((kind) => (report.copied[kind] === 0 ? [] : [`${report.copied[kind]} ${KIND_NAMES[kind]}`]))
    .join(', ');
  if (dryRun) return counts || 'nothing';
  if (counts === '') return `nothing; ${durationText(seconds)}`;
  return `${counts}; ${bytesText(report.copiedBytes)} in ${durationText(seconds)}, each read back and equal`;
}

function namedText({ what, count, first }: { what: string; count: number; first: readonly string[] }): string {
  const more = count > first.length ? ` and ${count - first.length} more` : '';
  return `${count} at the source${what}: ${first.join(', ')}${more}`;
}

function reindexAt({ env }: ProcessContext, place: LogLocation): string {
  if (place.mode === 'embedded') return `\`${commandAtFolder(env, place.dataDir)} reindex\``;
  return `\`quire reindex\` with the settings of the service on ${nameOf(place)}`;
}

/** What the index of the target has to learn. */
const INDEXED: ReadonlySet<LogKind> = new Set(['documents', 'by-key', 'folders', 'folder-trees']);

function adviceFor({ dryRun, report, reindex }: Sync): string[] {
  if (dryRun) return [];
  const unsettled = 'The source is being written to: stop its service and run this again for the rest.';
  const advice = `Now run ${reindex}: the index does not know yet what was copied.`;
  const copiedAny = LOG_KINDS.some((kind) => INDEXED.has(kind) && report.copied[kind] > 0);
  return [...(report.settled ? [] : [unsettled]), ...(copiedAny ? [advice] : [])];
}

/** Whether two places hold the same objects, also through links. */
export async function isSamePlace(one: LogLocation, other: LogLocation): Promise<boolean> {
  if (one.mode === 'embedded' && other.mode === 'embedded') {
    return (await realLog(one.dataDir)) === (await realLog(other.dataDir));
  }
  return (
    one.mode === 'cluster' &&
    other.mode === 'cluster' &&
    one.s3.bucket === other.s3.bucket &&
    one.s3.prefix === other.s3.prefix
  );
}

/** Resolves the log, which may itself be a link. A folder that does not exist yet keeps its plain path. */
async function realLog(dataDir: string): Promise<string> {
  const inFolder = async () => logFile(await realpath(dataDir).catch(() => resolve(dataDir)));
  return realpath(logFile(dataDir)).catch(inFolder);
}

export function nameOf(place: LogLocation): string {
  return place.mode === 'embedded' ? place.dataDir : `s3://${place.s3.bucket}/${place.s3.prefix.replace(/\/$/, '')}`;
}
