import type { Visibility } from '../domain/document.js';
import { REFUSALS, type FileDocument, type Refusal } from './files/file-document.js';
import type { DeadLink } from './link-report.js';
import type { RemoteDocument } from './remote-documents.js';

/** What became of one path; in a dry run, what would become of it. */
export type PushOutcome = {
  path: string;
  action: 'create' | 'update' | 'unchanged' | 'delete' | 'conflict' | 'fail' | 'skip';
  id?: string;
  url?: string;
  /** The version that the document has now. */
  version?: number;
  /** The version before. */
  fromVersion?: number;
  folderId?: string;
  /** Who sees the document now. */
  visibility?: Visibility;
  /** Who saw it before, if that was changed. */
  fromVisibility?: Visibility;
  /** What the file says, if the options do not let it. */
  wishedVisibility?: Visibility;
  /** The file says that it is a draft. */
  isDraft?: true;
  /** Why it failed, was left out, is a conflict, or is not shown to those whom the file names. */
  reason?: string;
};

type Shown = Pick<PushOutcome, 'visibility' | 'fromVisibility' | 'wishedVisibility' | 'reason'>;

/** Of a document that is as its file is. `before`: undefined of a new one. */
export function shownAs(
  { visibility: wanted, isHeldBack }: Pick<FileDocument, 'visibility' | 'isHeldBack'>,
  before: Visibility | undefined,
): Shown {
  const visibility = wanted ?? before ?? 'private';
  return {
    visibility,
    ...(before !== undefined && before !== visibility && { fromVisibility: before }),
    ...(isHeldBack && { wishedVisibility: 'public', reason: HELD_BACK }),
  };
}

const HELD_BACK = 'private, as --visibility says, although the file says public';

/** Of a file that says that it is no document. What it was before stays. */
export function refusedOutcome(
  { path, refusal }: { path: string; refusal: Refusal },
  remote: RemoteDocument | undefined,
): PushOutcome {
  const isDraft = refusal === 'draft';
  const outcome = { path, action: 'skip' as const, ...(isDraft && { isDraft }), reason: REFUSALS[refusal] };
  if (!remote) return outcome;
  const { id, url, version, visibility } = remote;
  const stays = `and its ${visibility} document stays`;
  const reason = `${outcome.reason}, ${isDraft ? `${stays} until --delete removes it` : stays}`;
  return { ...outcome, id, url, version, visibility, reason };
}

/** By the result of a PUT by key. */
export const ACTIONS = { created: 'create', updated: 'update', unchanged: 'unchanged' } as const;

export type PushCounts = Record<PushOutcome['action'], number>;

/** Counts what is reported. */
export class PushTally {
  readonly counts: PushCounts = { create: 0, update: 0, unchanged: 0, delete: 0, conflict: 0, fail: 0, skip: 0 };
  /** Files of other kinds, and those that patterns leave out. They are not reported one by one. */
  leftOut = 0;
  /** Those of other kinds, by extension. */
  leftOutKinds: ReadonlyMap<string, number> = new Map();
  /** Of the files that were skipped. */
  drafts = 0;
  /** Paths whose documents are as their files are. */
  readonly kept = new Set<string>();
  readonly deleted = new Set<string>();
  /** Of documents that were made or changed. */
  readonly written: PushOutcome[] = [];
  /** The folder of a document that is directly in the directory. */
  topFolderId: string | undefined;
  becamePublic = 0;
  deadLinks: readonly DeadLink[] = [];
  /** Files that documents refer to, and that the service lacked. */
  sent = { files: 0, bytes: 0 };
  /** Files that a pull has written beside documents. */
  received = 0;
  /** Files that say public, and whose documents are private. */
  keptPrivate = 0;
  readonly #hear: (outcome: PushOutcome) => void;

  constructor(hear: (outcome: PushOutcome) => void) {
    this.#hear = hear;
  }

  report(outcome: PushOutcome): void {
    const { path, action, isDraft } = outcome;
    this.counts[action] += 1;
    if (isDraft && action === 'skip') this.drafts += 1;
    if (action === 'create' || action === 'update' || action === 'unchanged') this.#keep(outcome);
    if (action === 'delete') this.deleted.add(path);
    this.#hear(outcome);
  }

  #keep(outcome: PushOutcome): void {
    const { path, action, visibility, fromVisibility, wishedVisibility, folderId } = outcome;
    this.kept.add(path);
    if (!path.includes('/')) this.topFolderId ??= folderId;
    if (wishedVisibility !== undefined) this.keptPrivate += 1;
    if (action === 'unchanged') return;
    this.written.push(outcome);
    if (visibility === 'public' && (action === 'create' || fromVisibility !== undefined)) this.becamePublic += 1;
  }
}
