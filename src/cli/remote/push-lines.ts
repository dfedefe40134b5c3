import type { OnConflict } from '../../directory/plan-push.js';
import type { DeadLink } from '../../directory/link-report.js';
import { PushTally, type PushCounts, type PushOutcome } from '../../directory/push-report.js';
import { OperatorError } from '../../domain/errors.js';
import { ConflictsLeftError } from '../process/exit-status.js';
import { jsonLine } from '../process/json-line.js';
import type { ProcessContext } from '../process/process-context.js';
import { leftOutText } from './left-out-text.js';

/** `root`: whether the documents go to the root folder, which the console shows first. */
type ConsoleTarget = { url: string; isRoot: boolean };

type Seen = Pick<PushTally, 'written' | 'topFolderId'>;

/** Where to see what was written, as `See it: https://docs.example.com/d/ID`. Undefined: nothing was. */
export function seeText({ written, topFolderId }: Seen, place: ConsoleTarget): string | undefined {
  const [first, ...others] = written;
  if (first === undefined) return undefined;
  if (others.length === 0) return `See it: ${placeOf(first, place.url)}`;
  const folders = new Set(written.map(({ folderId }) => folderId));
  const folderId = folders.size === 1 ? first.folderId : topFolderId;
  const isFirstPage = folderId === undefined || (place.isRoot && folderId === topFolderId);
  return `See them: ${place.url}/console${isFirstPage ? '' : `#/folders/${encodeURIComponent(folderId)}`}`;
}

type Placed = Pick<PushOutcome, 'url' | 'id' | 'visibility'>;

/** Only the console shows a private document, to who has a key. */
export function placeOf({ url, id, visibility }: Placed, service: string): string {
  return visibility === 'public' && url !== undefined
    ? url
    : `${service}/console#/documents/${encodeURIComponent(id ?? '')}`;
}

export type ReportOptions = {
  json: boolean;
  quiet: boolean;
  dryRun: boolean;
  onConflict: OnConflict;
  /** Of a push: dead links are a failure. */
  strictLinks?: boolean;
  /** What helps against conflicts. */
  advice: string;
  /** Of a push: where people see what it has written. */
  place?: ConsoleTarget;
};

const DONE = {
  create: 'created',
  update: 'updated',
  unchanged: 'unchanged',
  delete: 'deleted',
  conflict: 'conflict',
  fail: 'failed',
  skip: 'skipped',
} as const;

/** Like `update docs/b.md v3 → v4`. */
function outcomeText({ path, action, version, fromVersion, reason }: PushOutcome): string {
  const versions = action === 'update' && version !== undefined ? ` v${fromVersion} → v${version}` : '';
  return `${action} ${path}${versions}${reason === undefined ? '' : `: ${reason}`}`;
}

/** In a dry run the action is to come: `create`, not `created`. */
function outcomeJson({ action, ...outcome }: PushOutcome, dryRun: boolean): string {
  return jsonLine({ ...outcome, action: dryRun ? action : DONE[action] });
}

/** More are counted. */
const MOST_DEAD_LINKS = 20;
const MOST_TARGET = 100;

/** Like `docs/a.md:12  b.md  no such file`. */
export function deadLinkLines(links: readonly DeadLink[]): string[] {
  if (links.length === 0) return [];
  const shown = links.slice(0, MOST_DEAD_LINKS).map(({ path, line, target, reason }) => {
    return `  ${path}:${line}  ${target.slice(0, MOST_TARGET)}  ${reason}`;
  });
  const rest = links.length - shown.length;
  const title = links.length === 1 ? 'A link leads nowhere:' : `${links.length} links lead nowhere:`;
  return [title, ...shown, ...(rest > 0 ? [`  and ${rest} more: --json names all`] : [])];
}

type Summary = Pick<PushTally, 'counts' | 'drafts' | 'leftOut' | 'leftOutKinds' | 'becamePublic' | 'keptPrivate'> & {
  deadLinks: number;
  filesSent: number;
  bytesSent: number;
  dryRun: boolean;
  seconds: number;
};

/** Like `Created 3 · updated 20 · unchanged 974 · skipped 4 (3 drafts) · 3 public · left out 2 (.png 2) in 1.1 s`. */
function summaryText({
  counts,
  drafts,
  leftOutKinds,
  becamePublic,
  keptPrivate,
  filesSent,
  dryRun,
  seconds,
}: Summary): string {
  const shown = Object.entries(counts).filter(([, count]) => count > 0);
  const ofThem = drafts === 0 ? '' : ` (${drafts} ${drafts === 1 ? 'draft' : 'drafts'})`;
  const parts = shown.map(([action, count]) => {
    return `${DONE[action as keyof PushCounts]} ${count}${action === 'skip' ? ofThem : ''}`;
  });
  if (parts.length === 0) parts.push('nothing to do');
  if (becamePublic > 0) parts.push(`${becamePublic} public`);
  if (keptPrivate > 0) parts.push(`${keptPrivate} kept private`);
  if (filesSent > 0) parts.push(`sent ${filesSent} ${filesSent === 1 ? 'file' : 'files'}`);
  const leftOut = leftOutText(leftOutKinds);
  if (leftOut !== undefined) parts.push(leftOut);
  const text = parts.join(' · ');
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return dryRun ? `${sentence} (a dry run: nothing was done)` : `${sentence} in ${seconds.toFixed(1)} s`;
}

function summaryJson({ counts, leftOutKinds, ...others }: Summary): string {
  const named = Object.fromEntries(
    Object.entries(counts).map(([action, count]) => [DONE[action as keyof PushCounts], count]),
  );
  const leftOutByExtension = Object.fromEntries(leftOutKinds);
  return jsonLine({ summary: { ...named, leftOutByExtension, ...others } });
}

/** Prints what `work` reports, and a summary at its end, also if it ends early. Raises an error for what is left. */
export async function reportTo(
  io: ProcessContext,
  { json, quiet, dryRun, onConflict, advice, place, strictLinks: isStrict = false }: ReportOptions,
  work: (tally: PushTally) => Promise<void>,
): Promise<void> {
  const tally = new PushTally((outcome) => {
    const isFault = outcome.action === 'fail' || outcome.action === 'conflict';
    const isChange = outcome.action !== 'unchanged';
    const isHeldBack = outcome.wishedVisibility !== undefined;
    // A directory may have many drafts: those that have a document are named.
    const isSkipped = outcome.action === 'skip' && !(outcome.isDraft && outcome.id === undefined);
    const isShown = json || isHeldBack || isSkipped || (isChange && dryRun && outcome.action !== 'skip');
    if (isFault || (isShown && !quiet)) io.print(json ? outcomeJson(outcome, dryRun) : outcomeText(outcome));
  });
  const began = performance.now();
  let isEnded = false;
  try {
    await work(tally);
    isEnded = true;
  } finally {
    const { counts, drafts, leftOut, leftOutKinds, becamePublic, keptPrivate, deadLinks, sent } = tally;
    const seconds = (performance.now() - began) / 1_000;
    const others = { deadLinks: deadLinks.length, filesSent: sent.files, bytesSent: sent.bytes };
    const summary = { counts, drafts, leftOut, leftOutKinds, becamePublic, keptPrivate, ...others, dryRun, seconds };
    const isEmpty = Object.values(counts).every((count) => count === 0);
    if (json) for (const deadLink of tally.deadLinks) io.print(jsonLine({ deadLink }));
    else if (!quiet || isStrict) for (const line of deadLinkLines(tally.deadLinks)) io.print(line);
    if (json) io.print(summaryJson(summary));
    else if (!quiet && (isEnded || !isEmpty)) io.print(summaryText(summary));
    const see = place && !json && !quiet && !dryRun ? seeText(tally, place) : undefined;
    if (see !== undefined) io.print(see);
  }
  raiseFaults(tally.counts, { onConflict, advice });
}

function raiseFaults(
  { fail, conflict }: PushCounts,
  { onConflict, advice }: Pick<ReportOptions, 'onConflict' | 'advice'>,
): void {
  const conflicts = conflict === 1 ? '1 conflict is left' : `${conflict} conflicts are left`;
  if (fail > 0) throw new OperatorError(conflict > 0 ? `${fail} failed, and ${conflicts}` : `${fail} failed`);
  if (conflict > 0 && onConflict !== 'skip') throw new ConflictsLeftError(`${conflicts}: ${advice}`);
}
