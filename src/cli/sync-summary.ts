import { LOG_KINDS } from '../maintenance/shared/sync-kinds.js';
import type { CopyReport } from '../maintenance/sync/sync-tally.js';
import { bytesText, durationText } from './format.js';

export type Sync = { from: string; to: string; dryRun: boolean; seconds: number; report: CopyReport };

const KIND_NAMES = {
  documents: 'versions and tombstones',
  folders: 'folders',
  owners: 'plans',
  keys: 'keys',
  revocations: 'revocations',
  suspensions: 'suspensions',
} as const;

/** One line for programs. Counts objects unless a name has another unit. */
export function syncJson({ from, to, dryRun, seconds, report }: Sync): string {
  const { copied, conflicts, foreign, unreadable } = report;
  return JSON.stringify({
    from,
    to,
    dry_run: dryRun,
    settled: report.settled,
    copied,
    copied_bytes: dryRun ? null : report.copiedBytes,
    updated: report.updated,
    present: report.present,
    compared: report.compared,
    only_at_target: report.onlyAtTarget,
    held_back: report.heldBack,
    foreign: foreign.count,
    first_foreign: foreign.first,
    unreadable: unreadable.count,
    first_unreadable: unreadable.first,
    conflicts,
    seconds: Math.round(seconds * 10) / 10,
  });
}

export function syncText(sync: Sync): string {
  const { report } = sync;
  const rows: [string, string][] = [
    [sync.dryRun ? 'Would copy' : 'Copied', copiedText(sync)],
    ['Present', `${report.present} at both places before, ${report.compared} of them compared`],
  ];
  if (report.updated > 0) rows.push(['Updated', `${report.updated} keys that retire earlier at the source`]);
  if (report.onlyAtTarget > 0) rows.push(['Left', `${report.onlyAtTarget} at the target only`]);
  if (report.foreign.count > 0) rows.push(['Foreign', foreignText(report)]);
  if (report.unreadable.count > 0) rows.push(['Unreadable', unreadableText(report)]);
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

function foreignText({ foreign: { count, first } }: CopyReport): string {
  const more = count - first.length;
  return `${count} at the source that are not of a log, not copied: ${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function unreadableText({ unreadable: { count, first } }: CopyReport): string {
  const more = count - first.length;
  return `${count} at the source, copied as they are: ${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function adviceFor({ dryRun, report, to }: Sync): string[] {
  if (dryRun) return [];
  const unsettled = 'The source is being written to: stop its service and run this again for the rest.';
  const reindex = `Now run \`quire reindex\` for ${to}: its index does not know yet what was copied.`;
  const copiedAny = LOG_KINDS.some((kind) => (kind === 'documents' || kind === 'folders') && report.copied[kind] > 0);
  return [...(report.settled ? [] : [unsettled]), ...(copiedAny ? [reindex] : [])];
}
